import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isNativeError } from 'node:util/types';

/** Bytes of an instruction that still make sense. */
const MAX_BYTES = 1024 * 1024;

/** Directories and files that tools keep credentials in, in lower case. */
const CREDENTIALS = new Set(
  (
    '.git .ssh .gnupg .aws .azure .docker .kube .git-credentials .gitconfig .npmrc .yarnrc .yarnrc.yml .netrc _netrc ' +
    '.pypirc .pgpass .htpasswd .dockercfg .envrc .env .boto .s3cfg .vault-token .terraformrc credentials ' +
    'credentials.toml id_rsa id_dsa id_ecdsa id_ed25519'
  ).split(' '),
);
const CREDENTIAL_FORMS = /^\.env\.|\.(?:pem|key|p12|pfx|jks|keystore)$/;

const OUTSIDE =
  'The file must be in the workspace, outside of .git, and none that tools keep credentials in.';
const COLON = 'A colon may not be in the path: on Windows, other streams of a file stand behind it.';
const NOT_REGULAR = 'It must be a regular file: no pipe, device or socket.';
const NOT_TEXT = 'The file must be text in UTF-8, or in UTF-16 with a byte order mark.';

/**
 * The instruction in a file of the workspace. Links are followed, and may neither lead out of the workspace nor to a
 * file that tools keep credentials in, such as `.git/config`, where actions/checkout can leave its token: a checkout
 * can hold links made by a stranger, and what is read here is sent away.
 *
 * @returns the trimmed text, or a sentence that says why there is none
 */
export function readPromptFile(file: string, workspace: string): { text: string } | { problem: string } {
  try {
    const root = realpathSync.native(workspace);
    const given = path.resolve(root, file);
    if (hasColon(given)) return { problem: COLON };
    // The native one also gives the long names of Windows' short ones, such as .git for GIT~1.
    const real = realpathSync.native(given);
    if (hasColon(real)) return { problem: COLON };
    if (!isAllowed(path.relative(root, real))) return { problem: OUTSIDE };
    return readRegularFile(real);
  } catch (error) {
    const code = isNativeError(error) && 'code' in error ? String(error.code) : 'unknown error';
    return {
      problem: `The file could not be read (${code}). It is looked for in the workspace: is actions/checkout before this step?`,
    };
  }
}

function hasColon(file: string): boolean {
  return file.slice(path.parse(file).root.length).includes(':');
}

/** @param below the file's path from the workspace, without links */
function isAllowed(below: string): boolean {
  const names = below.split(path.sep).map((name) => name.toLowerCase());
  if (path.isAbsolute(below) || names[0] === '..') return false;
  // Windows takes no notice of dots and blanks at the end of a name.
  return names
    .map((name) => name.replace(/[. ]+$/, ''))
    .every((name) => !CREDENTIALS.has(name) && !CREDENTIAL_FORMS.test(name));
}

/** A pipe would be waited for, so what it is is looked at before it is opened, and again after that. */
function readRegularFile(real: string): { text: string } | { problem: string } {
  if (isSpecial(statSync(real))) return { problem: NOT_REGULAR };
  // Windows has no O_NONBLOCK, and no pipes among its files.
  const descriptor = openSync(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(descriptor);
    if (isSpecial(stats)) return { problem: NOT_REGULAR };
    if (stats.size > MAX_BYTES) {
      return { problem: `The file has ${stats.size} bytes; at most ${MAX_BYTES} are accepted.` };
    }
    const text = decode(readFileSync(descriptor))?.trim();
    if (text === undefined) return { problem: NOT_TEXT };
    return text === '' ? { problem: 'The file is empty.' } : { text };
  } finally {
    closeSync(descriptor);
  }
}

/** Reading a directory fails by itself, with a code that says why. */
function isSpecial(stats: ReturnType<typeof statSync>): boolean {
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

/** The text by its byte order mark, as PowerShell's `>` writes one; UTF-8 without. Absent if it is neither. */
function decode(bytes: Buffer): string | undefined {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
