/** `npm run demo`: plays demo.ts on Node 24, after installing what it needs, and no more. Node 20 can read this file. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const { devDependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const { platform, arch, versions } = process;

function run(...command) {
  const { status } = spawnSync(command.join(' '), { stdio: 'inherit', shell: true });
  if (status !== 0) process.exit(status ?? 1);
}

const events = '@octokit/webhooks-examples';
if (!['', 'sandbox/'].some((place) => existsSync(`${place}node_modules/${events}`))) {
  console.log(`Installing ${events}, GitHub's examples of events, in sandbox/: 10 MB, a few seconds.`);
  run(
    'npm install --silent --no-save --no-package-lock --prefix sandbox',
    `${events}@${devDependencies[events]}`,
  );
}
const node = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
if (Number.parseInt(versions.node, 10) >= 24) run('node scripts/demo.ts');
else if (optionalDependencies[node]) {
  const version = optionalDependencies[node];
  console.log(
    `The action needs Node 24, and this is ${versions.node}. npm downloads Node ${version} into its cache, once:`,
  );
  console.log('53 MB, 189 MB on disk, ten seconds or more.');
  run(`npm exec --yes --package=${node}@${version} -- node scripts/demo.ts`);
} else {
  console.error(
    `The action needs Node 24, and this is ${versions.node}. Install Node 24, and run this again.`,
  );
  process.exit(1);
}
