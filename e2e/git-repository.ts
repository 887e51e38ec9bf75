import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const AUTHOR = ['-c', 'user.name=maya', '-c', 'user.email=maya@example.com'];

/** Runs git there, as maya. */
export function git(directory: string, ...args: string[]): string {
  return execFileSync('git', [...AUTHOR, ...args], { cwd: directory, encoding: 'utf8' }).trim();
}

/** What a workflow checks out, and where act finds the commit that a run is of. */
export class GitRepository {
  readonly directory: string;

  /** @param directory an empty one */
  constructor(directory: string) {
    this.directory = directory;
    git(directory, 'init', '--quiet', '--initial-branch=main');
  }

  /** @returns the commit's id */
  commit(file: string, content: string): string {
    writeFileSync(path.join(this.directory, file), content);
    git(this.directory, 'add', file);
    git(this.directory, 'commit', '--quiet', '--message', `Change ${file}`);
    return this.head;
  }

  get head(): string {
    return git(this.directory, 'rev-parse', 'HEAD');
  }
}
