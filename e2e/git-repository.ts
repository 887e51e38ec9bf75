import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const AUTHOR = ['-c', 'user.name=maya', '-c', 'user.email=maya@example.com'];

/** What a workflow checks out, and where act finds the commit that a run is of. */
export class GitRepository {
  readonly directory: string;

  /** @param directory an empty one */
  constructor(directory: string) {
    this.directory = directory;
    this.#git('init', '--quiet', '--initial-branch=main');
  }

  /** @returns the commit's id */
  commit(file: string, content: string): string {
    writeFileSync(path.join(this.directory, file), content);
    this.#git('add', file);
    this.#git(...AUTHOR, 'commit', '--quiet', '--message', `Change ${file}`);
    return this.head;
  }

  get head(): string {
    return this.#git('rev-parse', 'HEAD');
  }

  #git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.directory, encoding: 'utf8' }).trim();
  }
}
