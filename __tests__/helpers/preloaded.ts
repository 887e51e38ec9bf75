import path from 'node:path';

/** The variables with which Node loads `file` (CommonJS) before the action. */
export function preloading(file: string): Record<string, string> {
  return { NODE_OPTIONS: `--require "${file.replaceAll('\\', '/')}"` };
}

/** The variables with which a minute of the action's patience takes six seconds. */
export const HURRIED: Readonly<Record<string, string>> = {
  ...preloading(path.join(import.meta.dirname, 'hurried.cjs')),
  HURRY: '10',
};
