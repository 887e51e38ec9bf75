import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';

/** All files of a test run are in one directory, which goes with the run. */
export default function setup() {
  const directory = mkdtempSync(path.join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'docs-agent-tests-'));
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = directory;
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
}

/** Most of what a step waits for is its files. Containers have 64 MB of this memory unless they ask for more. */
function hasRoom(place) {
  if (!existsSync(place)) return false;
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize > 1e9;
}
