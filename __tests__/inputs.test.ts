import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { InputError, type Problem } from '../src/input-reader.ts';
import { type AgentInputs, type AnalyticsInputs, type Inputs, readInputs } from '../src/inputs.ts';
import { StepDirectory } from './helpers/action-environment.ts';

const NOW = new Date('2026-03-04T12:00:00Z');
const KEY = 'mint_0123456789abcdef';

const step = new StepDirectory();
afterAll(() => step.remove());

type Given = Record<string, string>;

function read(inputs: Given, env: Record<string, string | undefined> = {}): Inputs {
  const required = { 'api-key': KEY, 'project-id': 'docs' };
  return readInputs(step.environment({ inputs: { ...required, ...inputs }, env }), NOW);
}

const agent = (inputs: Given = {}) => read(inputs) as AgentInputs;
const analytics = (inputs: Given = {}, env = {}) =>
  read({ mode: 'analytics', ...inputs }, env) as AnalyticsInputs;

/** What is told of inputs that cannot be used. */
function refusalOf(...given: Parameters<typeof read>): InputError | undefined {
  try {
    read(...given);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  return undefined;
}
const told = (...given: Parameters<typeof read>): string => refusalOf(...given)?.message ?? '';
const problemsOf = (inputs: Given): readonly Problem[] => refusalOf(inputs)?.problems ?? [];
const refused = (inputs: Given): string[] => problemsOf(inputs).map(({ input }) => input);

describe('agent mode', () => {
  test('has the defaults of action.yml', () => {
    expect(agent()).toEqual({
      mode: 'agent',
      apiKey: KEY,
      projectId: 'docs',
      baseUrl: new URL('https://api.mintlify.com'),
      githubToken: expect.stringMatching(/^ghs_/),
      prompt: undefined,
      context: 'auto',
      jobId: undefined,
      include: new Set(),
      matrix: `\${{ toJSON(matrix) }}`,
      wait: true,
      timeoutMs: 1_800_000,
      pollIntervalMs: 30_000,
      settleMs: 60_000,
      failOn: new Set(['failed', 'timeout']),
      comment: false,
      issueNumber: undefined,
      triggerLabel: undefined,
      triggerPhrase: '/docs',
      notify: false,
      minimumPermission: 'write',
      allowedBots: [],
      dryRun: false,
    });
    const names = ['mode', 'base-url', 'wait', 'fail-on', 'timeout-minutes', 'trigger-phrase'];
    expect(agent(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(agent());
    const env = { 'INPUT_API-KEY': KEY, 'INPUT_PROJECT-ID': 'docs' };
    expect(readInputs(env, NOW)).toMatchObject({ mode: 'agent', prompt: undefined, githubToken: '' });
  });
});

describe('analytics mode', () => {
  test('has the defaults of action.yml', () => {
    expect(analytics()).toEqual({
      mode: 'analytics',
      apiKey: KEY,
      projectIds: ['docs'],
      baseUrl: new URL('https://api.mintlify.com'),
      githubToken: expect.stringMatching(/^ghs_/),
      period: { kind: 'dates', from: '2026-02-25', to: '2026-03-04' },
      compare: true,
      daily: true,
      history: 8,
      siteUrl: undefined,
      baseline: undefined,
      failOn: new Set(['failed', 'timeout']),
      comment: false,
      issueNumber: undefined,
      top: 10,
      maxRequests: 90,
      artifactName: 'docs-page-views',
      retentionDays: 0,
      reportDirectory: path.join(step.temp, 'docs-page-views'),
    });
    const names = ['compare', 'daily', 'top', 'max-requests', 'retention-days', 'period', 'report-directory'];
    expect(analytics(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(analytics());
    const absent = [...names, 'artifact-name'].map((name) => [`INPUT_${name.toUpperCase()}`, undefined]);
    expect(analytics({}, Object.fromEntries(absent))).toEqual(analytics());
  });

  test('writes into the workspace or the runner’s temporary directory, or where it runs', () => {
    const directory = (inputs: Given, env: object) => analytics(inputs, env).reportDirectory;
    const out = { 'report-directory': 'out' };
    expect(directory(out, { GITHUB_WORKSPACE: undefined })).toBe(path.resolve('out'));
    expect(directory({}, { RUNNER_TEMP: undefined })).toBe(path.join(os.tmpdir(), 'docs-page-views'));
  });

  test('has explicit dates override the period', () => {
    const { period } = analytics({ period: '30d', 'date-from': '2026-01-01', 'date-to': '2026-02-01' });
    expect(period).toEqual({ kind: 'dates', from: '2026-01-01', to: '2026-02-01' });
  });
});

/** Values that an input refuses, with what is told behind `<name>: got "<value>". `. */
const BOOLEAN = 'Accepted: true or false (also True, TRUE, False, FALSE).';
const NUMBER = (from: string, most: number) => `Accepted: a number ${from} up to ${most}, such as 30 or 0.5.`;
const ISSUE = 'Accepted: the number of an issue or pull request, such as 12.';
const FAIL_ON =
  'Accepted: any of failed, archived, timeout, no-pull-request, incomplete, separated by commas; or none.';
const ORIGIN =
  'Accepted: an https URL of a host alone, such as https://api.mintlify.com, without path, user or query; http only for loopback hosts such as http://127.0.0.1:4010.';
const SITE =
  'Accepted: the https address of the docs site, such as https://docs.example.com, without user or query.';
const WITHOUT_BLANKS = 'Accepted: an identifier without whitespace.';

const AGENT_REFUSES: [name: string, values: string[], accepted: string][] = [
  ['mode', ['report'], 'Accepted: agent or analytics.'],
  ['wait', ['xtrue', 'falsey', 'yes', 'on', '1', '0', 'no', 'tRUE', 'true false'], BOOLEAN],
  [
    'timeout-minutes',
    ['0', '7201', '1e3', '-1', '0x10', 'Infinity', '30 min', '1-'],
    NUMBER('above 0', 7200),
  ],
  ['poll-interval-seconds', ['0.0', '.', '3601'], NUMBER('above 0', 3600)],
  ['settle-seconds', ['-1', '3601'], NUMBER('from 0', 3600)],
  ['issue-number', ['0', '##12', '1.5', '12a', '99999999999999999999'], ISSUE],
  ['fail-on', ['none, failed', 'fail', ',', 'failed; timeout', 'unknown', 'error'], FAIL_ON],
  [
    'include',
    ['code', 'none, diff'],
    'Accepted: any of files, diff, linked-issues, discussion, separated by commas; or none.',
  ],
  ['context', ['always', '@all'], 'Accepted: auto, event or none.'],
  ['minimum-permission', ['owner'], 'Accepted: none, read, triage, write, maintain or admin.'],
  ['trigger-phrase', ['/docs please'], 'Accepted: one word, such as /docs.'],
  ['job-id', ['.', '..'], 'Accepted: an identifier, not a path.'],
  ['job-id', ['a b'], WITHOUT_BLANKS],
  [
    'project-id',
    ['https://dashboard.mintlify.com/acme/docs', 'HTTP://x'],
    'Accepted: an identifier, not a URL.',
  ],
  ['project-id', ['a, b'], 'Agent mode takes one project. For several, run a matrix over them.'],
  [
    'base-url',
    [
      ...['api.mintlify.com', 'http://api.mintlify.com', 'http://10.0.0.1', 'http://127.0.0.1.example.com'],
      ...['http://localhost.example.com', 'http://notlocalhost', 'ftp://127.0.0.1', 'file:///etc/passwd'],
      ...['https://api.mintlify.com?x=1', 'https://api.mintlify.com#x', 'https://api.mintlify.com/v1'],
      ...['https://api.mintlify.com//', 'http://127.0.0.1:4010/api', 'https://'],
    ],
    ORIGIN,
  ],
];
const ANALYTICS_REFUSES: typeof AGENT_REFUSES = [
  ['top', ['0', '1001', '2.5', '-1', '1x', 'x1'], 'Accepted: a whole number from 1 to 1000.'],
  ['max-requests', ['-1', '0', '100001'], 'Accepted: a whole number from 1 to 100000.'],
  ['retention-days', ['401'], 'Accepted: a whole number from 0 to 400.'],
  ['history', ['32'], 'Accepted: a whole number from 0 to 31.'],
  ['compare', ['yes'], BOOLEAN],
  ['project-id', ['a b,c'], WITHOUT_BLANKS],
  ['project-id', ['..'], 'Accepted: an identifier, not a path.'],
  [
    'site-url',
    [
      ...['http://docs.example.com', 'docs.example.com', 'javascript:alert(1)'],
      ...['https://docs.example.com/?q=1', 'https://docs.example.com/#x'],
    ],
    SITE,
  ],
];

describe('a value that cannot be used is told with what is accepted', () => {
  test.each(AGENT_REFUSES)('%s: %j', (name, values, accepted) => {
    for (const value of values) {
      expect(told({ [name]: value })).toBe(`${name}: got "${value}". ${accepted}`);
    }
  });

  test.each(ANALYTICS_REFUSES)('in analytics mode, %s: %j', (name, values, accepted) => {
    for (const value of values) {
      expect(told({ mode: 'analytics', [name]: value })).toBe(`${name}: got "${value}". ${accepted}`);
    }
  });

  test.each([
    [{ 'project-id': 'a\u0000b' }, /identifier without whitespace/],
    [{ 'project-id': 'a\u0085b' }, /identifier without whitespace/],
    [{ period: '7 days' }, /^period: got "7 days"\. Accepted: 1d to /],
    [{ 'date-from': '2026-02-30' }, /^date-from: got "2026-02-30"\. Accepted: a date that exists/],
    [{ 'date-from': '2026-02-02', 'date-to': '2026-02-01' }, /^date-to: got .* must be after date-from/],
    [{ 'artifact-name': 'a/b' }, /^artifact-name: got "a\/b"\. Artifact names cannot contain \//],
    [{ baseline: 'nowhere.json' }, /^baseline: got "nowhere.json". The file could not be read/],
    [
      { 'project-id': ' \n, ' },
      /^project-id: .*missing\. Copy it from the API keys page of the dashboard\.$/,
    ],
    [{ 'site-url': 'https://me:hunter2@docs.example.com' }, /^site-url: got "\*\*\*@docs\.example\.com"/],
    [{ 'base-url': 'https://me:hunter2@x@api.mintlify.com' }, /^base-url: got "\*\*\*@api\.mintlify\.com"/],
    [{ 'base-url': 'https://:hunter2@api.mintlify.com' }, /^base-url: got "\*\*\*@api\.mintlify\.com"/],
  ])('%j', (inputs, message) => {
    expect(told({ mode: 'analytics', ...inputs })).toMatch(message);
  });
});

/** What is made of the values that an input may have. */
type Taken<T> = [name: string, field: keyof T, values: string[], taken: unknown];
const TAKEN: Taken<AgentInputs>[] = [
  ['mode', 'mode', ['Agent'], 'agent'],
  ['comment', 'comment', ['true', 'True', 'TRUE'], true],
  ['wait', 'wait', ['false', 'False', 'FALSE'], false],
  ['timeout-minutes', 'timeoutMs', ['.5', '0.5', '00.50'], 30_000],
  ['timeout-minutes', 'timeoutMs', ['5.', '5'], 300_000],
  ['timeout-minutes', 'timeoutMs', ['7200'], 432_000_000],
  ['poll-interval-seconds', 'pollIntervalMs', ['0.01'], 10],
  ['poll-interval-seconds', 'pollIntervalMs', ['2.5'], 2500],
  ['poll-interval-seconds', 'pollIntervalMs', ['3600'], 3_600_000],
  ['settle-seconds', 'settleMs', ['0'], 0],
  ['issue-number', 'issueNumber', ['123', '#123'], 123],
  ['fail-on', 'failOn', ['none', 'None'], new Set()],
  ['fail-on', 'failOn', ['Failed, TIMEOUT, failed', 'timeout failed,'], new Set(['failed', 'timeout'])],
  ['fail-on', 'failOn', ['archived\nno-pull-request'], new Set(['archived', 'no-pull-request'])],
  ['context', 'context', ['NONE'], 'none'],
  ['context', 'context', ['event'], 'event'],
  ['prompt', 'prompt', ['  Write about proxies\n'], 'Write about proxies'],
  ['job-id', 'jobId', [' job_1 '], 'job_1'],
  [
    'include',
    'include',
    ['Files, diff\nlinked-issues discussion'],
    new Set(['files', 'diff', 'linked-issues', 'discussion']),
  ],
  ['trigger-label', 'triggerLabel', ['docs please'], 'docs please'],
  ['trigger-phrase', 'triggerPhrase', ['/write'], '/write'],
  ['notify', 'notify', ['true'], true],
  ['dry-run', 'dryRun', ['True'], true],
  ['minimum-permission', 'minimumPermission', ['Maintain'], 'maintain'],
  [
    'allowed-bots',
    'allowedBots',
    ['dependabot[bot], renovate[bot]\n  other'],
    ['dependabot[bot]', 'renovate[bot]', 'other'],
  ],
  ['api-key', 'apiKey', [`  ${KEY}\n`], KEY],
  // Any prefix that is not another kind's, as keys change.
  ['api-key', 'apiKey', ['mk_live_1'], 'mk_live_1'],
  ['base-url', 'baseUrl', ['https://docs.example.com/'], new URL('https://docs.example.com')],
];
const ANALYTICS_TAKEN: Taken<AnalyticsInputs>[] = [
  ['mode', 'mode', ['ANALYTICS'], 'analytics'],
  ['project-id', 'projectIds', ['docs\n  api  \n\ndocs\r\nblog, faq'], ['docs', 'api', 'blog', 'faq']],
  ['period', 'period', ['All'], { kind: 'all' }],
  ['period', 'period', ['30d', '30D'], { kind: 'dates', from: '2026-02-02', to: '2026-03-04' }],
  ['compare', 'compare', ['false'], false],
  ['daily', 'daily', ['False'], false],
  ['history', 'history', ['0'], 0],
  [
    'site-url',
    'siteUrl',
    ['https://docs.example.com', 'https://docs.example.com/'],
    'https://docs.example.com',
  ],
  ['site-url', 'siteUrl', ['https://docs.example.com/en//'], 'https://docs.example.com/en'],
  ['site-url', 'siteUrl', ['HTTPS://Docs.Example.com:8443/a b'], 'https://docs.example.com:8443/a%20b'],
  ['fail-on', 'failOn', ['incomplete'], new Set(['incomplete'])],
  ['top', 'top', ['1000'], 1000],
  ['max-requests', 'maxRequests', ['1'], 1],
  ['artifact-name', 'artifactName', ['views'], 'views'],
  // Given and empty: no artifact.
  ['artifact-name', 'artifactName', ['', '  '], ''],
  ['retention-days', 'retentionDays', ['30'], 30],
  ['report-directory', 'reportDirectory', ['out/report'], path.join(step.workspace, 'out/report')],
  ['report-directory', 'reportDirectory', ['/abs/dir'], path.resolve('/abs/dir')],
];

describe('a value that can be used', () => {
  test.each(TAKEN)('%s is %s: %j', (name, field, values, taken) => {
    for (const value of values) expect(agent({ [name]: value })[field]).toEqual(taken);
  });

  test.each(ANALYTICS_TAKEN)('in analytics mode, %s is %s: %j', (name, field, values, taken) => {
    for (const value of values) expect(analytics({ [name]: value })[field]).toEqual(taken);
  });

  test.each(['docs', '64f0c1', 'a/b?c#d', 'ünïcode', '...', '%2e%2e'])('an identifier: %s', (id) => {
    expect(agent({ 'job-id': id, 'project-id': id })).toMatchObject({ jobId: id, projectId: id });
  });

  test.each([
    ...['https://docs.example.com:8443', 'http://127.0.0.1:4010', 'http://127.1.2.3'],
    ...['http://localhost:4010', 'http://api.localhost', 'http://[::1]:4010'],
  ])('base-url: %s', (url) => {
    expect(agent({ 'base-url': url }).baseUrl.origin).toBe(url);
  });
});

test.each([
  ['', /^api-key: missing\. Give an admin API key from a secret/],
  [' \n', /^api-key: missing/],
  ['mint_hunter2 part', /whitespace inside/],
  ['mint_hunter2\npart', /whitespace inside/],
  ['mint_hunter2é', /characters that no key has/],
  ['émint_hunter2', /characters that no key has/],
  ['mint_hunter2\u0000', /characters that no key has/],
  ['mint_dsc_hunter2', /assistant key.*admin API key is needed/],
  ['mint_us_hunter2', /index key.*admin API key is needed/],
])('the key %j is refused, and not shown', (key, message) => {
  expect(told({ 'api-key': key })).toMatch(message);
  expect(told({ 'api-key': key })).not.toContain('hunter2');
  const problem = { input: 'api-key', given: undefined, accepted: expect.any(String) };
  expect(problemsOf({ 'api-key': key })).toEqual([problem]);
});

test('the project may be spelled projectId, and is told in the spelling that was used', () => {
  expect(agent({ 'project-id': '', projectId: ' docs ' }).projectId).toBe('docs');
  expect(agent({ 'project-id': 'docs', projectId: 'docs' }).projectId).toBe('docs');
  expect(analytics({ 'project-id': '', projectId: 'a\nb' }).projectIds).toEqual(['a', 'b']);
  expect(told({ projectId: 'other' })).toMatch(
    /^projectId: got "other"\. It has another value than project-id/,
  );
  expect(told({ 'project-id': '', projectId: 'a b' })).toMatch(/^projectId: got "a b"/);
  expect(told({ 'project-id': '' })).toBe(
    'project-id: missing. Copy it from the API keys page of the dashboard.',
  );
});

describe('prompt-file', () => {
  const outside = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-outside-'));
  afterAll(() => rmSync(outside, { recursive: true }));
  const inWorkspace = (name: string) => path.join(step.workspace, name);

  /** Writes a file of the workspace, and a link to it. */
  function write(name: string, content: string | Buffer = 'Text'): { file: string; link: string } {
    mkdirSync(path.dirname(inWorkspace(name)), { recursive: true });
    writeFileSync(inWorkspace(name), content);
    return { file: name, link: linkTo(name) };
  }

  function linkTo(target: string): string {
    const link = `link-to-${target.replaceAll(/[/:]/g, '-')}.md`;
    // .npmrc and .NPMRC are one file on Windows and macOS.
    rmSync(inWorkspace(link), { force: true });
    symlinkSync(target, inWorkspace(link));
    return link;
  }

  test('is read from the workspace, also by a link and in what PowerShell’s `>` writes', () => {
    const text = '\ufeffWrite über proxies.\r\n\r\n';
    const { file, link } = write('docs/prompt.md', text);
    write('little.md', Buffer.from(text, 'utf16le'));
    write('big.md', Buffer.from(text, 'utf16le').swap16());
    for (const name of [file, inWorkspace(file), link, 'little.md', 'big.md']) {
      expect(agent({ 'prompt-file': name }).prompt).toBe('Write über proxies.');
    }
  });

  test.each(['docs.env.md', 'environment', 'env', 'npmrc.md', 'key.md'])('may be %s', (file) => {
    write(file);
    expect(agent({ 'prompt-file': file }).prompt).toBe('Text');
  });

  test('may not be given with a prompt', () => {
    expect(told({ prompt: 'x', 'prompt-file': 'real.md' })).toBe(
      'prompt-file: got "real.md". Give prompt or prompt-file, not both.',
    );
  });

  const CREDENTIALS = [
    ...['.npmrc', '.env', '.env.production', '.netrc', '.ssh/id_ed25519', 'home/.aws/credentials'],
    // Git's own can hold the token of the checkout.
    ...['tls/server.pem', '.NPMRC', '.git/config', 'vendor/.git/config'],
  ];

  test.each(CREDENTIALS)(
    'may not be %s, where tools keep credentials, nor a link that leads there',
    (name) => {
      for (const file of Object.values(write(name, 'secret'))) {
        expect(told({ 'prompt-file': file })).toMatch(
          /The file must be in the workspace, .* and none that tools keep credentials in/,
        );
      }
    },
  );

  test('may not lead out of the workspace, nor to a directory beside it whose name begins the same', () => {
    const secret = path.join(outside, 'secret');
    writeFileSync(secret, 'hunter2');
    symlinkSync(secret, inWorkspace('out.md'));
    symlinkSync(outside, inWorkspace('out'));
    mkdirSync(`${step.workspace}-2`);
    writeFileSync(`${step.workspace}-2/prompt.md`, 'Text');
    const relative = path.relative(step.workspace, secret);
    for (const file of ['out.md', 'out/secret', secret, relative, '../workspace-2/prompt.md']) {
      expect(told({ 'prompt-file': file })).toMatch(/^prompt-file: got .* The file must be in the workspace/);
    }
  });

  test('may not have a colon in its path, behind which Windows keeps other streams of a file', () => {
    for (const file of [...Object.values(write('prompt.md:stream')), 'real.md::$DATA']) {
      expect(told({ 'prompt-file': file })).toContain('A colon may not be in the path');
    }
  });

  const wherePipesAre = process.platform === 'win32' ? test.skip : test;

  wherePipesAre('may be no pipe or device', () => {
    execFileSync('mkfifo', [inWorkspace('pipe')]);
    for (const file of ['pipe', linkTo('pipe')]) {
      expect(told({ 'prompt-file': file })).toContain('It must be a regular file');
    }
  });

  test.each([
    ['latin1.md', Buffer.from('Stra\xdfe', 'latin1'), /must be text in UTF-8, or in UTF-16/],
    ['no-mark.md', Buffer.from('Text', 'utf16le'), /must be text in UTF-8, or in UTF-16/],
    ['half.md', Buffer.from([0xff, 0xfe, 0x41]), /must be text in UTF-8, or in UTF-16/],
    ['empty.md', ' \n', /The file is empty\./],
    ['large.md', 'x'.repeat(1024 * 1024 + 1), /1048577 bytes; at most 1048576/],
    ['missing.md', undefined, /could not be read \(ENOENT\).*actions\/checkout/],
    ['.', undefined, /could not be read \(EISDIR\)/],
  ])('may not be %s', (file, content, message) => {
    if (content !== undefined) write(file, content);
    expect(told({ 'prompt-file': file })).toMatch(message);
  });
});

describe('problems', () => {
  test('are told all at once, those of the mode at hand, and of both if it is unknown', () => {
    const both = { 'api-key': '', 'project-id': '', 'base-url': 'x', 'fail-on': 'x', 'issue-number': 'x' };
    const ofAgent = { 'job-id': 'a b', prompt: 'x', 'prompt-file': 'y', wait: 'no', 'timeout-minutes': '0' };
    const ofAnalytics = { period: 'x', top: 'x', 'artifact-name': 'a:b' };
    const all = { ...both, ...ofAgent, ...ofAnalytics };
    const common = ['api-key', 'base-url', 'fail-on', 'issue-number', 'project-id'];
    const agents = ['prompt-file', 'job-id', 'wait', 'timeout-minutes'];
    expect(refused(all)).toEqual([...common, ...agents]);
    const analyticss = ['period', 'top', 'artifact-name'];
    expect(refused({ ...all, mode: 'analytics' })).toEqual([...common, ...analyticss]);
    expect(refused({ ...all, mode: 'x' })).toEqual(['mode', ...common, ...agents, ...analyticss]);
  });

  test('show what was given on one line, shortened', () => {
    const text = told({ 'timeout-minutes': `1\n2${'x'.repeat(200)}` });
    expect(text).toMatch(/^timeout-minutes: got "1 2x+…"\. Accepted[^\n]*$/);
  });

  test('of names that nearly are one are told with the right name, and without what they hold', () => {
    const misspelled = (name: string) => told({}, { [`INPUT_${name}`]: 'hunter2' });
    expect(misspelled('TRIGGER-LABLE')).toBe(
      'trigger-lable: this action has no such input. Did you mean trigger-label?',
    );
    const slips = {
      API_KEY: 'api-key',
      APIKEY: 'api-key',
      PROJECT_ID: 'project-id',
      PROMT: 'prompt',
      PROMPTS: 'prompt',
      PROMPT_FIEL: 'prompt-file',
      WIAT: 'wait',
      WAITS: 'wait',
      'TIMEOUT-MINUTE': 'timeout-minutes',
      TIMEOUT_MINUETS: 'timeout-minutes',
      'DATE-FORM': 'date-from',
      PEROID: 'period',
      ARTEFACT_NAME: 'artifact-name',
      'RETENTION-DAY': 'retention-days',
    };
    const right = (name: string) => /Did you mean (\S+)\?$/.exec(misspelled(name))?.[1];
    expect(Object.fromEntries(Object.keys(slips).map((name) => [name, right(name)]))).toEqual(slips);
    const others = ['REPOSITORY', 'FETCH-DEPTH', 'NODE-VERSION', 'TOKEN', 'REF', 'COMMIT', 'PATH', '', 'X'];
    for (const other of [...others, 'TOKEN-GITHUB', 'XAPIKEYX', 'PROMPTIVE'])
      expect(misspelled(other)).toBe('');
  });
});
