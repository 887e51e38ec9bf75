import { CONTROLS, INVISIBLE } from '../text/characters.ts';

/**
 * GitHub accepts none of these in an artifact's name, because some file systems do not
 * (actions/toolkit, `path-and-artifact-name-validation.ts`).
 */
const FORBIDDEN = ['"', ':', '<', '>', '|', '*', '?', '\\', '/'];

/** Room for a suffix and `.html` within the 255 bytes that file systems allow a name. */
const MAX_BYTES = 200;

/**
 * What is wrong with `name` as the name of an artifact, as a sentence; `undefined` if nothing is.
 * Names that GitHub would take, but that would act in the log, where its client prints them, are refused too.
 */
export function artifactNameProblem(name: string): string | undefined {
  const found = FORBIDDEN.filter((character) => name.includes(character));
  if (found.length > 0) return `Artifact names cannot contain ${found.join(' ')}`;
  if (name.search(CONTROLS) >= 0 || name.search(INVISIBLE) >= 0 || /[\t\n]/.test(name)) {
    return 'Artifact names cannot contain tabs, line breaks or invisible characters.';
  }
  // The runner takes `##[name]` for a command wherever it stands in a line.
  if (name.includes('##[')) return 'Artifact names cannot contain ##[';
  if (Buffer.byteLength(name) > MAX_BYTES) return `Artifact names can have at most ${MAX_BYTES} bytes.`;
  return undefined;
}
