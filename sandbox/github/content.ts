import { exampleOf, type Payload } from './examples.ts';

/** A file that a commit or pull request changes: its name, and what is not usual about it. */
export interface ContentFile {
  readonly filename: string;
  readonly status?: string;
  readonly previous_filename?: string;
  readonly additions?: number;
  readonly deletions?: number;
  readonly patch?: string;
}

interface NewCommit {
  readonly message: string;
  readonly files: readonly ContentFile[];
  /** Login; of nobody whom GitHub knows unless given. */
  readonly author?: string;
  readonly branch?: string;
}

/** Files of a comparison, and of a commit, that GitHub gives. */
const MOST_COMPARED_FILES = 300;
/** Files of a pull request that GitHub lists. */
const MOST_PULL_FILES = 3000;
/** Of the world's GitHub: nobody follows the links in here. */
const API = 'https://api.github.com';

/**
 * One repository's history: a line of commits, tags and branches on it, and releases.
 * A commit's id is made of its place, so that it is the same each time.
 */
export class RepositoryContent {
  readonly #repository: string;
  readonly #date: () => string;
  readonly #commits: Payload[] = [];
  #made = 0;
  readonly #refs = new Map<string, number>();
  readonly #tags = new Set<string>();
  readonly releases: Payload[] = [];

  /** @param repository `owner/name` @param date now, as GitHub writes it */
  constructor(repository: string, date: () => string) {
    this.#repository = repository;
    this.#date = date;
  }

  /** On `main` unless another branch is given. @returns the commit's id */
  commit({ message, files, author, branch = 'main' }: NewCommit): string {
    const place = this.#commits.length + 1;
    this.#made += 1;
    const sha = shaOf(this.#made);
    const example = exampleOf('commit', { api: API, repository: this.#repository, sha });
    const date = this.#date();
    const { author: writer, committer } = example['commit'];
    this.#commits.push({
      ...{ ...example, author: author === undefined ? null : { ...example['author'], login: author } },
      parents: this.#commits.slice(-1).map(({ sha, url, html_url }) => ({ sha, url, html_url })),
      commit: {
        ...{ ...example['commit'], message },
        verification: { ...example['commit'].verification, verified_at: null },
        ...{ author: { ...writer, date }, committer: { ...committer, date } },
      },
      files: files.map((file) => this.#fileJson(file)),
    });
    this.#refs.set(branch, place).set(sha, place);
    return sha;
  }

  /** Puts a tag on a commit, the last one unless given. */
  tag(name: string, place = this.#commits.length): void {
    this.#refs.set(name, place);
    this.#tags.add(name);
  }

  /**
   * Publishes a release of the commit that is the last now, or of its tag, a pre-release if its tag has a hyphen. A draft makes
   * no tag.
   *
   * @param publishedAt ISO 8601; absent for a draft
   */
  release(tag: string, publishedAt?: string, body = ''): void {
    const isDraft = publishedAt === undefined;
    if (!isDraft && !this.#tags.has(tag)) this.tag(tag);
    this.releases.unshift({
      ...exampleOf('release', { api: API, repository: this.#repository }),
      ...{ id: 9_000_000 + this.releases.length, tag_name: tag, name: tag, body, target_commitish: 'main' },
      ...{ prerelease: tag.includes('-'), draft: isDraft, published_at: publishedAt ?? null },
      ...(!isDraft && { created_at: publishedAt }),
      html_url: `https://github.com/${this.#repository}/releases/tag/${tag}`,
    });
  }

  tagsJson(start: string): Payload[] {
    return [...this.#tags]
      .filter((name) => name.startsWith(start))
      .map((name) => {
        const url = `${API}/repos/${this.#repository}/git/refs/tags/${name}`;
        const sha = this.#commits[(this.#refs.get(name) ?? 0) - 1]?.['sha'] ?? this.head;
        return { ref: `refs/tags/${name}`, node_id: '', url, object: { type: 'commit', sha, url } };
      });
  }

  get head(): string {
    return this.#commits[(this.#refs.get('main') ?? 0) - 1]?.['sha'] ?? '0'.repeat(40);
  }

  /** Those up to a tag, branch or id, the newest first; absent if there is none. @param until ISO 8601 */
  commitsJson(ref: string, until = '9999'): Payload[] | undefined {
    const place = this.#refs.get(ref);
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

  /** Of a pull request, as far as GitHub lists them. */
  filesOf({ files }: { readonly files: readonly ContentFile[] }): Payload[] {
    return files.slice(0, MOST_PULL_FILES).map((file) => this.#fileJson(file));
  }

  /**
   * Commits are paged, files come with the first page alone, each once, with its last patch.
   *
   * @param basehead such as `v1...main`
   * @returns absent if either is not known
   */
  comparisonJson(basehead: string, page: number, perPage: number): Payload | undefined {
    const [from = 0, to] = basehead.split('...').map((ref) => this.#refs.get(ref));
    const base = this.#commits[from - 1];
    if (!base || to === undefined) return undefined;
    const commits = this.#commits.slice(from, to);
    const files = commits.flatMap(({ files }) =>
      files.map((file: Payload) => [file['filename'], file] as const),
    );
    const html = `https://github.com/${this.#repository}/compare/${basehead}`;
    return {
      url: `${API}/repos/${this.#repository}/compare/${basehead}`,
      html_url: html,
      permalink_url: html,
      diff_url: `${html}.diff`,
      patch_url: `${html}.patch`,
      base_commit: withoutFiles(base),
      merge_base_commit: withoutFiles(base),
      status: to > from ? 'ahead' : to === from ? 'identical' : 'behind',
      ahead_by: Math.max(0, to - from),
      behind_by: Math.max(0, from - to),
      total_commits: commits.length,
      commits: commits.slice((page - 1) * perPage, page * perPage).map(withoutFiles),
      files: page > 1 ? [] : [...new Map(files).values()].slice(0, MOST_COMPARED_FILES),
    };
  }

  #fileJson(file: ContentFile): Payload {
    const { filename, additions = 1, deletions = 1 } = file;
    const path = encodeURIComponent(filename);
    return {
      sha: shaOf(filename.length),
      status: 'modified',
      additions,
      deletions,
      changes: additions + deletions,
      blob_url: `https://github.com/${this.#repository}/blob/main/${path}`,
      raw_url: `https://github.com/${this.#repository}/raw/main/${path}`,
      contents_url: `${API}/repos/${this.#repository}/contents/${path}`,
      ...file,
    };
  }
}

function withoutFiles({ files: _, ...commit }: Payload): Payload {
  return commit;
}

function shaOf(place: number): string {
  return place.toString(16).padStart(8, '0').repeat(5);
}
