import { type Incoming, json, type Reply } from './exchange.ts';
import { repositoryOf, userJson } from './github-shapes.ts';

/** A file that a commit or pull request changes. */
export interface ContentFile {
  readonly filename: string;
  readonly previousFilename?: string;
  /** `added`, `removed`, `modified`, `renamed`. */
  readonly status?: string;
  readonly additions?: number;
  readonly deletions?: number;
  /** Hunks; absent for binary files and those that are too large. */
  readonly patch?: string;
}

export interface ContentCommit {
  readonly message: string;
  readonly author?: string;
  readonly files: readonly ContentFile[];
}

export interface ContentRelease {
  readonly tag: string;
  readonly prerelease?: boolean;
  readonly draft?: boolean;
  /** ISO 8601. */
  readonly publishedAt: string;
}

/** Files of a comparison, and of a commit, that GitHub gives; and commits of a comparison on one page. */
const MOST_COMPARED_FILES = 300;
/** Files of a pull request that GitHub lists. */
const MOST_PULL_FILES = 3000;

/**
 * One repository's history: a line of commits, tags and branches on it, releases, and the files of pull requests.
 * A commit's id is made of its place, so that it is the same each time.
 */
export class RepositoryContent {
  readonly #commits: ContentCommit[] = [];
  /** Tags and branches, and the number of commits up to theirs. */
  readonly #refs = new Map<string, number>();
  readonly #pullRequests = new Map<number, readonly ContentFile[]>();
  readonly #texts = new Map<string, string>();
  /** The newest first. */
  readonly releases: ContentRelease[] = [];

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

  setText(path: string, text: string): void {
    this.#texts.set(path, text);
  }

  text(path: string): string | undefined {
    return this.#texts.get(path);
  }

  /** How many commits lead to a tag, branch or id; absent if there is none. */
  place(ref: string): number | undefined {
    const known = this.#refs.get(ref);
    if (known !== undefined) return known;
    const place = this.#commits.findIndex((_, index) => shaOf(index + 1) === ref) + 1;
    return place > 0 ? place : undefined;
  }

  between(base: number, head: number): readonly ContentCommit[] {
    return this.#commits.slice(base, head);
  }
}

/** 40 hexadecimal digits. */
function shaOf(place: number): string {
  return place.toString(16).padStart(8, '0').repeat(5);
}

/** Answers about content. Repositories that nobody gave content to are empty. */
export class ContentApi {
  readonly #repositories: ReadonlyMap<string, RepositoryContent>;
  readonly #url: (request: Incoming) => string;

  constructor(repositories: ReadonlyMap<string, RepositoryContent>, url: (request: Incoming) => string) {
    this.#repositories = repositories;
    this.#url = url;
  }

  pullRequestFiles(request: Incoming): readonly unknown[] {
    const files = this.#content(request).pullRequestFiles(Number(request.params['number']));
    return files.map((file) => this.#file(request, file));
  }

  releases(request: Incoming): readonly unknown[] {
    return this.#content(request).releases.map((release, index) => this.#release(request, release, index));
  }

  /** Commits are paged, files come with the first page alone. */
  compare(request: Incoming): Reply {
    const content = this.#content(request);
    const [base = '', head = ''] = (request.params['basehead'] ?? '').split('...');
    const [from, to] = [content.place(base), content.place(head)];
    if (from === undefined || to === undefined) return notFound();
    const commits = content.between(from, to);
    const perPage = Math.min(250, Number(request.query.get('per_page') ?? 250));
    const page = Number(request.query.get('page') ?? 1);
    const url = this.#repositoryUrl(request);
    const shown = commits
      .map((commit, index) => this.#commit(request, commit, from + index + 1))
      .slice((page - 1) * perPage, page * perPage);
    const files = page > 1 ? [] : merged(commits).slice(0, MOST_COMPARED_FILES);
    const html = `https://github.com/${repositoryOf(request.params)}/compare/${base}...${head}`;
    return json(200, {
      url: `${url}/compare/${base}...${head}`,
      html_url: html,
      permalink_url: html,
      diff_url: `${html}.diff`,
      patch_url: `${html}.patch`,
      base_commit: this.#commit(request, content.between(from - 1, from)[0] ?? EMPTY, from),
      merge_base_commit: this.#commit(request, content.between(from - 1, from)[0] ?? EMPTY, from),
      status: to > from ? 'ahead' : to === from ? 'identical' : 'behind',
      ahead_by: Math.max(0, to - from),
      behind_by: Math.max(0, from - to),
      total_commits: commits.length,
      commits: shown,
      files: files.map((file) => this.#file(request, file)),
    });
  }

  commit(request: Incoming): Reply {
    const content = this.#content(request);
    const place = content.place(request.params['ref'] ?? '');
    const commit = place === undefined ? undefined : content.between(place - 1, place)[0];
    if (!commit || place === undefined) return notFound();
    const files = commit.files.slice(0, MOST_COMPARED_FILES).map((file) => this.#file(request, file));
    const sum = (of: 'additions' | 'deletions') =>
      commit.files.reduce((total, file) => total + (file[of] ?? 1), 0);
    const [additions, deletions] = [sum('additions'), sum('deletions')];
    const stats = { additions, deletions, total: additions + deletions };
    return json(200, { ...this.#commit(request, commit, place), stats, files });
  }

  text(request: Incoming): Reply {
    const path = request.params['path'] ?? '';
    const text = this.#content(request).text(path);
    if (text === undefined) return notFound();
    const url = `${this.#repositoryUrl(request)}/contents/${path}`;
    const bytes = Buffer.from(text);
    return json(200, {
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
    });
  }

  #content({ params }: Incoming): RepositoryContent {
    return this.#repositories.get(repositoryOf(params).toLowerCase()) ?? NOTHING;
  }

  #repositoryUrl(request: Incoming): string {
    return `${this.#url(request)}/repos/${repositoryOf(request.params)}`;
  }

  #file(request: Incoming, file: ContentFile) {
    const { filename, previousFilename, status = 'modified', additions = 1, deletions = 1, patch } = file;
    const sha = shaOf(
      [...filename].reduce((sum, one) => (sum * 31 + (one.codePointAt(0) ?? 0)) % 2 ** 31, 7),
    );
    const web = `https://github.com/${repositoryOf(request.params)}`;
    const path = encodeURIComponent(filename);
    return {
      sha,
      filename,
      status,
      additions,
      deletions,
      changes: additions + deletions,
      blob_url: `${web}/blob/${sha}/${path}`,
      raw_url: `${web}/raw/${sha}/${path}`,
      contents_url: `${this.#repositoryUrl(request)}/contents/${path}?ref=${sha}`,
      ...(patch !== undefined && { patch }),
      ...(previousFilename !== undefined && { previous_filename: previousFilename }),
    };
  }

  #commit(request: Incoming, { message, author = 'octocat' }: ContentCommit, place: number) {
    const sha = shaOf(place);
    const url = `${this.#repositoryUrl(request)}/commits/${sha}`;
    const web = `https://github.com/${repositoryOf(request.params)}/commit/${sha}`;
    const person = {
      name: author,
      email: `${author}@users.noreply.github.com`,
      date: '2026-03-04T12:00:00Z',
    };
    return {
      sha,
      node_id: `C_${place}`,
      url,
      html_url: web,
      comments_url: `${url}/comments`,
      author: userJson(author),
      committer: userJson(author),
      parents: place > 1 ? [{ sha: shaOf(place - 1), url, html_url: web }] : [],
      commit: {
        url,
        author: person,
        committer: person,
        message,
        comment_count: 0,
        tree: { sha, url },
        verification: {
          verified: false,
          reason: 'unsigned',
          payload: null,
          signature: null,
          verified_at: null,
        },
      },
    };
  }

  #release(request: Incoming, release: ContentRelease, index: number) {
    const { tag, prerelease = false, draft = false, publishedAt } = release;
    const id = 9_000_000 + index;
    const url = `${this.#repositoryUrl(request)}/releases/${id}`;
    return {
      url,
      html_url: `https://github.com/${repositoryOf(request.params)}/releases/tag/${tag}`,
      assets_url: `${url}/assets`,
      upload_url: `${url}/assets{?name,label}`,
      tarball_url: null,
      zipball_url: null,
      id,
      node_id: `RE_${id}`,
      tag_name: tag,
      target_commitish: 'main',
      name: tag,
      body: '',
      draft,
      prerelease,
      created_at: publishedAt,
      published_at: draft ? null : publishedAt,
      author: userJson('octocat'),
      assets: [],
    };
  }
}

const NOTHING = new RepositoryContent();
const EMPTY: ContentCommit = { message: '', files: [] };

/** Files of several commits as one comparison shows them: each once, with its last patch. */
function merged(commits: readonly ContentCommit[]): readonly ContentFile[] {
  return [...new Map(commits.flatMap(({ files }) => files.map((file) => [file.filename, file]))).values()];
}

function notFound(): Reply {
  return json(404, {
    message: 'Not Found',
    documentation_url: 'https://docs.github.com/rest',
    status: '404',
  });
}
