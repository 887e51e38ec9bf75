import { exampleOf, type Payload } from './examples.ts';
import { apiOf, dateOf, pageOf, userJson } from './json.ts';
import type { ContentFile } from './things.ts';

interface NewCommit {
  readonly message: string;
  readonly files: readonly ContentFile[];
  /** Login; of nobody whom GitHub knows unless given. */
  readonly author?: string;
  readonly branch?: string;
}

/**
 * One repository's history: a line of commits, tags and branches on it, and releases.
 * A commit's id is made of its place, so that it is the same each time.
 */
export class RepositoryContent {
  readonly #repository: string;
  readonly #knownMs: () => number;
  readonly #commits: Payload[] = [];
  #made = 0;
  /** All places of each tag, branch and commit, the latest last. */
  readonly #refs = new Map<string, { readonly place: number; readonly atMs: number }[]>();
  readonly #tags = new Set<string>();
  readonly #releases: { readonly json: Payload; readonly atMs: number }[] = [];

  /** @param repository `owner/name` @param knownMs up to when GitHub knows what happened, in milliseconds since 1970 */
  constructor(repository: string, knownMs: () => number) {
    this.#repository = repository;
    this.#knownMs = knownMs;
  }

  /** The newest first. */
  get releases(): Payload[] {
    return this.#releases.flatMap(({ json, atMs }) => (atMs <= this.#knownMs() ? [json] : []));
  }

  #placeOf(ref: string): number | undefined {
    return this.#refs.get(ref)?.findLast(({ atMs }) => atMs <= this.#knownMs())?.place;
  }

  #put(ref: string, place: number): void {
    this.#refs.set(ref, [...(this.#refs.get(ref) ?? []), { place, atMs: this.#knownMs() }]);
  }

  /** On `main` unless another branch is given. @returns the commit's id */
  commit({ message, files, author, branch = 'main' }: NewCommit): string {
    const place = this.#commits.length + 1;
    this.#made += 1;
    const sha = shaOf(this.#made);
    const example = exampleOf('commit');
    const date = dateOf(this.#knownMs());
    const { author: writer, committer, verification } = example['commit'];
    this.#commits.push({
      ...example,
      sha,
      author: author === undefined ? null : userJson(author),
      url: this.#api(`commits/${sha}`),
      html_url: this.#page(`commit/${sha}`),
      parents: this.#commits.slice(-1).map(({ sha, url, html_url }) => ({ sha, url, html_url })),
      commit: {
        ...example['commit'],
        message,
        verification: { ...verification, verified_at: null },
        author: { ...writer, date },
        committer: { ...committer, date },
      },
      files: files.map((file) => this.#fileJson(file)),
    });
    for (const ref of [branch, sha]) this.#put(ref, place);
    return sha;
  }

  /** Puts a tag on the last commit. */
  tag(name: string): void {
    this.#put(name, this.#commits.length);
    this.#tags.add(name);
  }

  /**
   * Publishes a release of its tag, or of the last commit, which then gets the tag; a pre-release if the tag has a hyphen.
   * @param publishedAt ISO 8601; absent for a draft, which makes no tag
   */
  release(tag: string, publishedAt?: string, body = ''): void {
    const isDraft = publishedAt === undefined;
    if (!isDraft && !this.#tags.has(tag)) this.tag(tag);
    const json = {
      ...exampleOf('release'),
      id: 9_000_000 + this.#releases.length,
      tag_name: tag,
      name: tag,
      body,
      target_commitish: 'main',
      prerelease: tag.includes('-'),
      draft: isDraft,
      published_at: publishedAt ?? null,
      ...(!isDraft && { created_at: publishedAt }),
      html_url: this.#page(`releases/tag/${tag}`),
    };
    this.#releases.unshift({ json, atMs: this.#knownMs() });
  }

  /** Those that begin with `start`. */
  tagsJson(start: string): Payload[] {
    const names = [...this.#tags].filter(
      (name) => name.startsWith(start) && this.#placeOf(name) !== undefined,
    );
    return names.map((name) => {
      const url = this.#api(`git/refs/tags/${name}`);
      const object = { type: 'commit', sha: this.#at(name), url };
      return { ref: `refs/tags/${name}`, node_id: '', url, object };
    });
  }

  get head(): string {
    return this.#at('main');
  }

  #at(ref: string): string {
    return this.#commits[(this.#placeOf(ref) ?? 0) - 1]?.['sha'] ?? '0'.repeat(40);
  }

  #api(path: string): string {
    return apiOf(`${this.#repository}/${path}`);
  }

  #page(path: string): string {
    return pageOf(`${this.#repository}/${path}`);
  }

  /** Those up to a tag, branch or id, the newest first; absent if there is none. @param until ISO 8601 */
  commitsJson(ref: string, until = '9999'): Payload[] | undefined {
    const place = this.#placeOf(ref);
    if (place === undefined) return undefined;
    const all = this.#commits.slice(0, place).filter(({ commit }) => commit.committer.date <= until);
    return all.toReversed().map(withoutFiles);
  }

  /** Nobody knows the former commits of `main` any more. */
  rewrite(): void {
    for (const { sha } of this.#commits.splice(0)) this.#refs.delete(sha);
    this.commit({ message: 'Begin anew', files: [] });
  }

  get length(): number {
    return this.#commits.length;
  }

  /** Of a pull request. */
  filesOf({ files }: { readonly files: readonly ContentFile[] }): Payload[] {
    return files.map((file) => this.#fileJson(file));
  }

  /**
   * Only commits are paged. Each file is there once, with its last patch.
   *
   * @param basehead such as `v1...main`
   * @returns absent if either is not known
   */
  comparisonJson(basehead: string, perPage = 250): Payload | undefined {
    const [from = 0, to] = basehead.split('...').map((ref) => this.#placeOf(ref));
    const base = this.#commits[from - 1];
    if (!base || to === undefined) return undefined;
    const commits = this.#commits.slice(from, to);
    const files: Payload[] = commits.flatMap(({ files }) => files);
    const html_url = this.#page(`compare/${basehead}`);
    const links = { html_url, permalink_url: html_url, diff_url: html_url, patch_url: html_url };
    return {
      url: this.#api(`compare/${basehead}`),
      ...links,
      base_commit: withoutFiles(base),
      merge_base_commit: withoutFiles(base),
      status: to > from ? 'ahead' : to === from ? 'identical' : 'behind',
      ahead_by: Math.max(0, to - from),
      behind_by: Math.max(0, from - to),
      total_commits: commits.length,
      commits: commits.slice(0, perPage).map(withoutFiles),
      files: [...new Map(files.map((file) => [file['filename'], file])).values()],
    };
  }

  #fileJson(file: ContentFile): Payload {
    const path = encodeURIComponent(file.filename);
    return {
      sha: shaOf(path.length),
      status: 'modified',
      additions: 1,
      deletions: 1,
      changes: 2,
      ...file,
      blob_url: this.#page(`blob/main/${path}`),
      raw_url: this.#page(`raw/main/${path}`),
      contents_url: this.#api(`contents/${path}`),
    };
  }
}

function withoutFiles({ files: _, ...commit }: Payload): Payload {
  return commit;
}

function shaOf(place: number): string {
  return place.toString(16).padStart(8, '0').repeat(5);
}
