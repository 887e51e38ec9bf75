// Installs the dependencies, unless they are there. It runs on the Node of the machine (20 or later). What needs
// Node 24 belongs into an npm script after this one: npm puts the `node` package first on the PATH, but a shell that
// has started one `node` does not look for another.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);

function versions(lockfile) {
  const { packages } = JSON.parse(readFileSync(new URL(lockfile, root), 'utf8'));
  return new Map(Object.entries(packages));
}

/** Whether every package of package-lock.json is installed, by npm's own list; packages for other systems never are. */
function isInstalled() {
  try {
    const installed = versions('node_modules/.package-lock.json');
    return [...versions('package-lock.json')].every(
      ([path, { version, optional }]) => path === '' || optional || installed.get(path)?.version === version,
    );
  } catch {
    return false;
  }
}

if (!isInstalled()) {
  console.log('Installing the dependencies (npm ci), once…');
  // Through a shell, since npm is a .cmd file on Windows.
  const { status } = spawnSync('npm ci --no-audit --no-fund', { cwd: root, shell: true, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
