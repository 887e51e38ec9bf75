import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasActionlint } from '../scripts/check-docs.ts';
import { chromiumPath } from '../scripts/chromium.ts';

const MEMORY = '/dev/shm';

/** All files of a test run are in one directory, which goes with the run. */
export default function setup() {
  const directory = mkdtempSync(path.join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'docs-agent-tests-'));
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = directory;
  if (!chromiumPath)
    console.error('Chromium was not found (CHROMIUM_PATH), so the tests that need it are skipped.');
  if (!hasActionlint()) console.error('actionlint was not found, so the tests that need it are skipped.');
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
}

/** Most of what a step waits for is its files. Containers have 64 MB of this memory unless they ask for more. */
function hasRoom(place) {
  if (!existsSync(place)) return false;
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize > 1e9;
}
