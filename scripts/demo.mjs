/** `npm run demo`: runs demo.ts on Node 24, after installing what it needs, and no more. Node 20 can read this file. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const { devDependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const { platform, arch, version } = process;
const events = '@octokit/webhooks-examples';
const node = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
const wanted = optionalDependencies[node];

function run(command) {
  const { status } = spawnSync(command, { stdio: 'inherit', shell: true });
  if (status !== 0) process.exit(status ?? 1);
}

if (!['', 'sandbox/'].some((place) => existsSync(`${place}node_modules/${events}`))) {
  console.log(`Installing ${events}, GitHub's examples of events, in sandbox/: 10 MB, a few seconds.`);
  run(
    `npm install --silent --no-save --no-package-lock --prefix sandbox ${events}@${devDependencies[events]}`,
  );
}
console.log(`The action needs Node 24. This is ${version}.`);
if (Number.parseInt(version.slice(1), 10) >= 24) run('node scripts/demo.ts');
else if (wanted) {
  console.log(
    `npm downloads Node ${wanted} into its cache, once: 53 MB, 189 MB on disk, ten seconds or more.`,
  );
  run(`npm exec --yes --package=${node}@${wanted} -- node scripts/demo.ts`);
} else process.exit(1);
