import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isNativeError } from 'node:util/types';

/** Bytes of an instruction that still make sense. */
const MAX_BYTES = 1024 * 1024;

/**
 * The instruction in a file of the workspace. Symbolic links are followed, and may not lead out of the workspace, nor
 * to Git's own files, among which actions/checkout can leave its token: a checkout can hold links made by a stranger,
 * and what is read here is sent away.
 *
 * @returns the trimmed text, or a sentence that says why there is none
 */
export function readPromptFile(file: string, workspace: string): { text: string } | { problem: string } {
  try {
    const root = realpathSync(workspace);
    const real = realpathSync(path.resolve(root, file));
    const below = path.relative(root, real);
    const isOutside = path.isAbsolute(below) || below.split(path.sep)[0] === '..';
    if (isOutside || below.split(path.sep).some((name) => name.toLowerCase() === '.git')) {
      return { problem: 'The file must be in the workspace, outside of .git.' };
    }
    const { size } = statSync(real);
    if (size > MAX_BYTES)
      return { problem: `The file has ${size} bytes; at most ${MAX_BYTES} are accepted.` };
    const text = readFileSync(real, 'utf8').trim();
    return text === '' ? { problem: 'The file is empty.' } : { text };
  } catch (error) {
    const code = isNativeError(error) && 'code' in error ? String(error.code) : 'unknown error';
    return {
      problem: `The file could not be read (${code}). It is looked for in the workspace: is actions/checkout before this step?`,
    };
  }
}
