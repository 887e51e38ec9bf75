import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { InvalidValue } from './invalid-value.ts';
import { isBlank } from './text/characters.ts';

/** Bytes of an instruction that still make sense. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads the instruction from a file of the workspace. Links are followed, but may not lead out of it. A checkout can
 * hold links made by a stranger, and what is read here is sent away.
 *
 * @returns the trimmed text
 * @throws {InvalidValue}
 */
export function readPromptFile(file: string, workspace: string): string {
  try {
    const root = realpathSync.native(workspace);
    const real = realpathSync.native(path.resolve(root, file));
    const below = path.relative(root, real);
    const parts = below.split(path.sep);
    if (path.isAbsolute(below) || parts[0] === '..')
      throw new InvalidValue('The file must be in the workspace.');
    // actions/checkout keeps the token there.
    if (parts.some((part) => part.toLowerCase() === '.git'))
      throw new InvalidValue('The file must not be in a .git directory.');
    return readText(real);
  } catch (error) {
    if (error instanceof InvalidValue) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    const hint = 'Is actions/checkout before this step?';
    throw new InvalidValue(`The file could not be read in the workspace (${code}). ${hint}`);
  }
}

function readText(real: string): string {
  // To open a pipe would wait for its writer. Windows has no O_NONBLOCK, and no pipes among its files.
  const descriptor = openSync(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new InvalidValue('It must be a regular file.');
    if (stats.size > MAX_BYTES) {
      throw new InvalidValue(`It may have at most ${MAX_BYTES} bytes, and has ${stats.size}.`);
    }
    const bytes = readFileSync(descriptor);
    // UTF-16 is full of zeros, which UTF-8 allows.
    if (!isUtf8(bytes) || bytes.includes(0)) throw new InvalidValue('The file must be text in UTF-8.');
    const text = new TextDecoder().decode(bytes).trim();
    if (isBlank(text)) throw new InvalidValue('The file is empty.');
    return text;
  } finally {
    closeSync(descriptor);
  }
}
