import { exampleOf, type Schemas } from './examples.ts';

/** A file that a commit or pull request changes: its name, and what is not usual about it. */
export type ContentFile = Pick<Schemas['diff-entry'], 'filename'> & Partial<Schemas['diff-entry']>;

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
  readonly #commits: Schemas['commit'][] = [];
  /** Tags, branches and ids, and the number of commits up to theirs. */
  readonly #refs = new Map<string, number>();
  readonly #tags = new Set<string>();
  /** The newest first. */
  readonly releases: Schemas['release'][] = [];

  /** @param repository `owner/name` */
  constructor(repository: string) {
    this.#repository = repository;
  }

  /** @returns the commit's id */
  commit({ message, files }: { message: string; files: readonly ContentFile[] }): string {
    const place = this.#commits.length + 1;
    const sha = shaOf(place);
    const example = exampleOf('commit', { api: API, repository: this.#repository, sha });
    this.#commits.push({
      ...example,
      parents: this.#commits.slice(-1).map(({ sha, url }) => ({ sha, url })),
      commit: { ...example.commit, message },
      files: files.map((file) => this.#fileJson(file)),
    });
    this.#refs.set('main', place).set(sha, place);
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
    });
  }

  /** What `git/ref` and `git/matching-refs` give of the tags whose names begin so. */
  tagsJson(start: string): Schemas['git-ref'][] {
    return [...this.#tags]
      .filter((name) => name.startsWith(start))
      .map((name) => {
        const url = `${API}/repos/${this.#repository}/git/refs/tags/${name}`;
        const sha = this.#commits[(this.#refs.get(name) ?? 0) - 1]?.sha ?? this.head;
        return { ref: `refs/tags/${name}`, node_id: '', url, object: { type: 'commit', sha, url } };
      });
  }

  /** The id of the last commit of `main`; of none, zeros. */
  get head(): string {
    return this.#commits.at(-1)?.sha ?? '0'.repeat(40);
  }

  /** Of the commits, the oldest first. */
  get ids(): string[] {
    return this.#commits.map(({ sha }) => sha);
  }

  /** Of a pull request, as far as GitHub lists them. */
  filesOf({ files }: { readonly files: readonly ContentFile[] }): Schemas['diff-entry'][] {
    return files.slice(0, MOST_PULL_FILES).map((file) => this.#fileJson(file));
  }

  /** The commit that a tag, branch or id names, with its files; absent if there is none. */
  commitJson(ref: string): Schemas['commit'] | undefined {
    const commit = this.#commits[(this.#refs.get(ref) ?? 0) - 1];
    return commit && { ...commit, files: commit.files?.slice(0, MOST_COMPARED_FILES) ?? [] };
  }

  /**
   * Commits are paged, files come with the first page alone, each once, with its last patch.
   *
   * @param basehead such as `v1...main`
   * @returns absent if either is not known
   */
  comparisonJson(basehead: string, page: number, perPage: number): Schemas['commit-comparison'] | undefined {
    const [from = 0, to] = basehead.split('...').map((ref) => this.#refs.get(ref));
    const base = this.#commits[from - 1];
    if (!base || to === undefined) return undefined;
    const commits = this.#commits.slice(from, to);
    const files = commits.flatMap(({ files = [] }) => files.map((file) => [file.filename, file] as const));
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

  #fileJson(file: ContentFile): Schemas['diff-entry'] {
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

function withoutFiles({ files: _, ...commit }: Schemas['commit']): Schemas['commit'] {
  return commit;
}

/** 40 hexadecimal digits. */
function shaOf(place: number): string {
  return place.toString(16).padStart(8, '0').repeat(5);
}
