import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** All files of a test run are in one directory, which goes with the run. */
export default function setup() {
  const directory = mkdtempSync(path.join(tmpdir(), 'docs-agent-tests-'));
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = directory;
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
}
