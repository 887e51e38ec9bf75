import { exampleOf, type Schemas } from './github-json.ts';

/** A file that a commit or pull request changes. */
export interface ContentFile {
  readonly filename: string;
  readonly previousFilename?: string;
  readonly status?: Schemas['diff-entry']['status'];
  readonly additions?: number;
  readonly deletions?: number;
  /** Hunks; absent for binary files and those that are too large. */
  readonly patch?: string;
}

export interface ContentCommit {
  readonly message: string;
  readonly files: readonly ContentFile[];
}

export interface ContentRelease {
  readonly tag: string;
  readonly prerelease?: boolean;
  /** ISO 8601. */
  readonly publishedAt: string;
}

/** Files of a comparison, and of a commit, that GitHub gives. */
const MOST_COMPARED_FILES = 300;
/** Files of a pull request that GitHub lists. */
const MOST_PULL_FILES = 3000;

/**
 * One repository's history: a line of commits, tags and branches on it, releases, and the files of pull requests.
 * A commit's id is made of its place, so that it is the same each time.
 */
export class RepositoryContent {
  readonly #repository: string;
  readonly #commits: ContentCommit[] = [];
  /** Tags and branches, and the number of commits up to theirs. */
  readonly #refs = new Map<string, number>();
  readonly #pullRequests = new Map<number, readonly ContentFile[]>();
  /** Of files, by their paths. */
  readonly texts = new Map<string, string>();
  /** The newest first. */
  readonly releases: ContentRelease[] = [];

  /** @param repository `owner/name` */
  constructor(repository: string) {
    this.#repository = repository;
  }

  /** @returns the commit's id */
  commit(commit: ContentCommit): string {
    this.#commits.push(commit);
    this.#refs.set('main', this.#commits.length);
    return shaOf(this.#commits.length);
  }

  /** Publishes a release of the commit that is the last now. */
  release(release: ContentRelease): void {
    this.#refs.set(release.tag, this.#commits.length);
    this.releases.unshift(release);
  }

  setPullRequestFiles(number: number, files: readonly ContentFile[]): void {
    this.#pullRequests.set(number, files);
  }

  pullRequestFiles(number: number): readonly ContentFile[] {
    return (this.#pullRequests.get(number) ?? []).slice(0, MOST_PULL_FILES);
  }

  /** How many commits lead to a tag, branch or id; absent if there is none. */
  #place(ref: string): number | undefined {
    const known = this.#refs.get(ref);
    if (known !== undefined) return known;
    const place = this.#commits.findIndex((_, index) => shaOf(index + 1) === ref) + 1;
    return place > 0 ? place : undefined;
  }

  fileJson(file: ContentFile, api: string): Schemas['diff-entry'] {
    const { filename, previousFilename, status = 'modified', additions = 1, deletions = 1, patch } = file;
    const path = encodeURIComponent(filename);
    return {
      sha: shaOf(filename.length),
      filename,
      status,
      additions,
      deletions,
      changes: additions + deletions,
      blob_url: `https://github.com/${this.#repository}/blob/main/${path}`,
      raw_url: `https://github.com/${this.#repository}/raw/main/${path}`,
      contents_url: `${api}/repos/${this.#repository}/contents/${path}`,
      ...(patch !== undefined && { patch }),
      ...(previousFilename !== undefined && { previous_filename: previousFilename }),
    };
  }

  /** The commit that a tag, branch or id names, with its files. */
  commitJson(ref: string, api: string): Schemas['commit'] | undefined {
    const place = this.#place(ref);
    if (place === undefined) return undefined;
    const files = this.#commits.slice(place - 1, place).flatMap((commit) => commit.files);
    return {
      ...this.#commitJson(place, api),
      files: files.slice(0, MOST_COMPARED_FILES).map((file) => this.fileJson(file, api)),
    };
  }

  /**
   * Commits are paged, files come with the first page alone.
   *
   * @param basehead such as `v1...main`
   * @returns absent if either is not known
   */
  comparisonJson(
    basehead: string,
    { page, perPage }: { page: number; perPage: number },
    api: string,
  ): Schemas['commit-comparison'] | undefined {
    const [from, to] = basehead.split('...').map((ref) => this.#place(ref));
    if (from === undefined || to === undefined) return undefined;
    const commits = this.#commits.slice(from, to);
    const places = commits.map((_, index) => from + index + 1);
    const files = page > 1 ? [] : merged(commits).slice(0, MOST_COMPARED_FILES);
    const html = `https://github.com/${this.#repository}/compare/${basehead}`;
    return {
      url: `${api}/repos/${this.#repository}/compare/${basehead}`,
      html_url: html,
      permalink_url: html,
      diff_url: `${html}.diff`,
      patch_url: `${html}.patch`,
      base_commit: this.#commitJson(from, api),
      merge_base_commit: this.#commitJson(from, api),
      status: to > from ? 'ahead' : to === from ? 'identical' : 'behind',
      ahead_by: Math.max(0, to - from),
      behind_by: Math.max(0, from - to),
      total_commits: commits.length,
      commits: places
        .slice((page - 1) * perPage, page * perPage)
        .map((place) => this.#commitJson(place, api)),
      files: files.map((file) => this.fileJson(file, api)),
    };
  }

  /** A file's text; absent if there is no such file. */
  textJson(path: string, api: string): Schemas['content-file'] | undefined {
    const text = this.texts.get(path);
    if (text === undefined) return undefined;
    const url = `${api}/repos/${this.#repository}/contents/${path}`;
    const bytes = Buffer.from(text);
    return {
      type: 'file',
      encoding: 'base64',
      size: bytes.length,
      name: path.slice(path.lastIndexOf('/') + 1),
      path,
      // GitHub breaks it into lines of 60 characters.
      content: bytes.toString('base64').replaceAll(/.{60}/g, '$&\n'),
      sha: shaOf(bytes.length),
      url,
      git_url: null,
      html_url: null,
      download_url: null,
      _links: { self: url, git: null, html: null },
    };
  }

  releaseJson({ tag, prerelease = false, publishedAt }: ContentRelease, api: string): Schemas['release'] {
    return {
      ...exampleOf('release', { api, repository: this.#repository }),
      ...{ tag_name: tag, name: tag, body: '', prerelease },
      ...{ created_at: publishedAt, published_at: publishedAt },
      id: 9_000_000 + (this.#place(tag) ?? 0),
    };
  }

  #commitJson(place: number, api: string): Schemas['commit'] {
    const example = exampleOf('commit', { api, repository: this.#repository, sha: shaOf(place) });
    const message = this.#commits.slice(place - 1, place)[0]?.message ?? '';
    const parents = place > 1 ? [{ sha: shaOf(place - 1), url: example.url }] : [];
    return { ...example, parents, commit: { ...example.commit, message } };
  }
}

/** 40 hexadecimal digits. */
function shaOf(place: number): string {
  return place.toString(16).padStart(8, '0').repeat(5);
}

/** Files of several commits as one comparison shows them: each once, with its last patch. */
function merged(commits: readonly ContentCommit[]): readonly ContentFile[] {
  return [...new Map(commits.flatMap(({ files }) => files.map((file) => [file.filename, file]))).values()];
}
