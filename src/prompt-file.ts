import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { InvalidValue } from './invalid-value.ts';
import { isBlank } from './text/characters.ts';

/** Maximum file size in bytes. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads the instruction from a file in the workspace. Symbolic links must not lead out of the workspace. A stranger may
 * have created them, and the file's text is sent to Mintlify.
 *
 * @returns the trimmed text
 * @throws {InvalidValue} if the file can't be used
 */
export function readPromptFile(file: string, workspace: string): string {
  try {
    const root = realpathSync.native(workspace);
    const real = realpathSync.native(path.resolve(root, file));
    const below = path.relative(root, real);
    const parts = below.split(path.sep);
    if (path.isAbsolute(below) || parts[0] === '..')
      throw new InvalidValue('The file must be in the workspace.');
    // actions/checkout stores the token in `.git`.
    if (parts.some((part) => part.toLowerCase() === '.git'))
      throw new InvalidValue('The file must not be in a .git directory.');
    return readText(real);
  } catch (error) {
    if (error instanceof InvalidValue) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new InvalidValue(
      `The file couldn't be read in the workspace (${code}). Does actions/checkout run before this step?`,
    );
  }
}

function readText(real: string): string {
  // Without O_NONBLOCK, opening a pipe waits for a process that writes to it. Windows has neither the flag nor such
  // pipes.
  const descriptor = openSync(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new InvalidValue('The file must be a regular file.');
    if (stats.size > MAX_BYTES) {
      throw new InvalidValue(`The file has ${stats.size} bytes, but may have at most ${MAX_BYTES}.`);
    }
    const bytes = readFileSync(descriptor);
    // UTF-16 contains zero bytes, which are valid UTF-8.
    if (!isUtf8(bytes) || bytes.includes(0)) throw new InvalidValue('The file must be text in UTF-8.');
    const text = new TextDecoder().decode(bytes).trim();
    if (isBlank(text)) throw new InvalidValue('The file is empty.');
    return text;
  } finally {
    closeSync(descriptor);
  }
}
