import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { REPOSITORY } from './events.ts';

const root = path.resolve(import.meta.dirname, '..');

/** What a user gets: the bundle must do without `node_modules` and `src`. */
const PUBLISHED = [
  'action.yml',
  'dist',
  '.github/workflows/docs-request.yml',
  '.github/workflows/docs-report.yml',
];

/** Where everything happens: the action as it is published, repositories that use it, and a home of act's own. */
export class Place {
  readonly #directory = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-e2e-'));
  /** The published action. */
  readonly action = path.join(this.#directory, 'action');
  readonly home = path.join(this.#directory, 'home');
  /** A file of notes for each release of GitHub's. */
  readonly releases = path.join(this.#directory, 'releases');
  #files = 0;

  /** @throws when the bundle was not built */
  constructor() {
    if (!existsSync(path.join(root, 'dist', 'index.js'))) throw new Error('There is no dist: npm run build');
    for (const directory of [this.action, this.home, this.releases]) mkdirSync(directory);
    for (const name of PUBLISHED) {
      cpSync(path.join(root, name), path.join(this.action, name), { recursive: true });
    }
  }

  /** A new file. */
  file(name: string, content: string): string {
    this.#files += 1;
    const file = path.join(this.#directory, `${this.#files}-${name}`);
    writeFileSync(file, content);
    return file;
  }

  /** A new repository with one workflow; with `./` it is the action's own. */
  repository(workflow: string, content: string): string {
    this.#files += 1;
    const directory = path.join(this.#directory, `${this.#files}-repository`);
    const workflows = path.join(directory, '.github', 'workflows');
    mkdirSync(workflows, { recursive: true });
    if (/uses: \.\/\s/.test(content)) cpSync(this.action, directory, { recursive: true });
    writeFileSync(path.join(workflows, workflow), content);
    const git = (...args: string[]) => execFileSync('git', args, { cwd: directory, stdio: 'pipe' });
    git('init', '--quiet', '--initial-branch=main');
    git('remote', 'add', 'origin', `https://github.com/${REPOSITORY}`);
    git('add', '.');
    const author = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com'];
    git(...author, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message=Use the docs agent');
    return directory;
  }

  close(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
