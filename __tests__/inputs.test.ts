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
const required = { 'api-key': KEY, 'project-id': 'docs' };

const step = new StepDirectory();
afterAll(() => step.remove());

function read(inputs: Record<string, string>, env: Record<string, string | undefined> = {}): Inputs {
  return readInputs(step.environment({ inputs: { ...required, ...inputs }, env }), NOW);
}

const agent = (inputs: Record<string, string> = {}) => read(inputs) as AgentInputs;
const analytics = (inputs: Record<string, string> = {}, env = {}) =>
  read({ mode: 'analytics', ...inputs }, env) as AnalyticsInputs;

/** The problems that the inputs have. */
function problemsOf(inputs: Record<string, string>): readonly Problem[] {
  try {
    read(inputs);
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
  return [];
}

/** What is told of one input that cannot be used. */
function told(inputs: Record<string, string>): string {
  try {
    read(inputs);
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return '';
}

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
  });

  test('takes every input', () => {
    const inputs = agent({
      prompt: '  Write about proxies\n',
      'job-id': ' job_1 ',
      context: 'event',
      wait: 'false',
      'timeout-minutes': '0.5',
      'poll-interval-seconds': '2.5',
      'settle-seconds': '0',
      'fail-on': 'no-pull-request archived',
      comment: 'TRUE',
      'issue-number': '12',
      'trigger-label': 'docs please',
      'trigger-phrase': '/write',
      'minimum-permission': 'maintain',
      'allowed-bots': 'dependabot[bot], renovate[bot]\n  other',
      'dry-run': 'True',
    });
    expect(inputs).toMatchObject({
      prompt: 'Write about proxies',
      jobId: 'job_1',
      context: 'event',
      wait: false,
      timeoutMs: 30_000,
      pollIntervalMs: 2500,
      settleMs: 0,
      failOn: new Set(['no-pull-request', 'archived']),
      comment: true,
      issueNumber: 12,
      triggerLabel: 'docs please',
      triggerPhrase: '/write',
      minimumPermission: 'maintain',
      allowedBots: ['dependabot[bot]', 'renovate[bot]', 'other'],
      dryRun: true,
    });
  });

  test('is the mode when none is given, and blank inputs take their defaults', () => {
    const blank = {
      mode: '',
      'base-url': ' ',
      wait: '',
      'fail-on': '',
      'timeout-minutes': '',
      'trigger-phrase': '',
    };
    expect(agent(blank)).toEqual(agent());
  });

  test('works without any variable but those that are required', () => {
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
  });

  test('takes every input', () => {
    const inputs = analytics({
      'project-id': 'docs\n  api  \n\ndocs\r\nblog',
      period: 'all',
      compare: 'false',
      daily: 'False',
      history: '0',
      'site-url': 'https://docs.example.com/en/',
      'fail-on': 'incomplete',
      top: '1000',
      'max-requests': '1',
      'artifact-name': 'views',
      'retention-days': '30',
      'report-directory': 'out/report',
    });
    expect(inputs).toMatchObject({
      projectIds: ['docs', 'api', 'blog'],
      period: { kind: 'all' },
      compare: false,
      daily: false,
      history: 0,
      siteUrl: 'https://docs.example.com/en',
      failOn: new Set(['incomplete']),
      top: 1000,
      maxRequests: 1,
      artifactName: 'views',
      retentionDays: 30,
      reportDirectory: path.join(step.workspace, 'out/report'),
    });
  });

  test('takes its defaults when inputs are blank, and where no workflow gave them', () => {
    const names = ['compare', 'daily', 'top', 'max-requests', 'retention-days', 'period', 'report-directory'];
    const blank = Object.fromEntries(names.map((name) => [name, ' ']));
    expect(analytics(blank)).toEqual(analytics());
    const absent = Object.fromEntries(names.map((name) => [`INPUT_${name.toUpperCase()}`, undefined]));
    expect(analytics({}, absent)).toEqual(analytics());
  });

  test('looks for a relative directory in the workspace, or where it runs', () => {
    const inputs = { 'report-directory': 'out' };
    expect(analytics(inputs, { GITHUB_WORKSPACE: undefined }).reportDirectory).toBe(path.resolve('out'));
  });

  test('makes no artifact when its name is given and empty', () => {
    expect(analytics({ 'artifact-name': '' }).artifactName).toBe('');
    expect(analytics({ 'artifact-name': '  ' }).artifactName).toBe('');
    expect(analytics({}, { 'INPUT_ARTIFACT-NAME': undefined }).artifactName).toBe('docs-page-views');
  });

  test('writes to the machine’s temporary directory when the runner names none', () => {
    expect(analytics({}, { RUNNER_TEMP: undefined }).reportDirectory).toBe(
      path.join(os.tmpdir(), 'docs-page-views'),
    );
    expect(analytics({ 'report-directory': '/abs/dir' }).reportDirectory).toBe(path.resolve('/abs/dir'));
  });

  test('has explicit dates override the period', () => {
    const { period } = analytics({ period: '30d', 'date-from': '2026-01-01', 'date-to': '2026-02-01' });
    expect(period).toEqual({ kind: 'dates', from: '2026-01-01', to: '2026-02-01' });
  });

  test.each([
    [{ period: '7 days' }, /^period: got "7 days"\. Accepted: 1d to /],
    [{ 'date-from': '2026-02-30' }, /^date-from: got "2026-02-30"\. Accepted: a date that exists/],
    [
      { 'date-from': '2026-02-02', 'date-to': '2026-02-01' },
      /^date-to: got "2026-02-01"\. It must be after date-from/,
    ],
    [{ top: '1001' }, /^top: got "1001"/],
    [{ top: '0' }, /^top: got "0"\. Accepted: a whole number from 1 to 1000\.$/],
    [{ top: '2.5' }, /^top: got "2\.5"/],
    [{ 'max-requests': '-1' }, /^max-requests: got "-1"/],
    [{ 'retention-days': '401' }, /^retention-days: got "401"\. Accepted: a whole number from 0 to 400\.$/],
    [{ 'artifact-name': 'a/b' }, /^artifact-name: got "a\/b"\. Artifact names cannot contain \//],
    [{ compare: 'yes' }, /^compare: got "yes"\. Accepted: true or false/],
    [{ 'project-id': ' \n ' }, /^project-id: missing\./],
    [{ 'project-id': 'docs\n..' }, /^project-id: got "docs ?.*"\. Accepted: an identifier, not a path\.$/],
    [{ 'project-id': 'docs\na b' }, /Accepted: an identifier without whitespace\.$/],
  ])('refuses %j', (inputs, message) => {
    expect(told({ mode: 'analytics', ...inputs })).toMatch(message);
  });
});

describe('the key', () => {
  test('is trimmed', () => {
    expect(agent({ 'api-key': `  ${KEY}\n` }).apiKey).toBe(KEY);
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
  ])('%j is refused, and not shown', (key, message) => {
    expect(told({ 'api-key': key })).toMatch(message);
    expect(told({ 'api-key': key })).not.toContain('hunter2');
    const problem = { input: 'api-key', given: undefined, accepted: expect.any(String) };
    expect(problemsOf({ 'api-key': key })).toEqual([problem]);
  });

  test('may have any prefix that is not another kind’s, as keys change', () => {
    expect(agent({ 'api-key': 'mk_live_1' }).apiKey).toBe('mk_live_1');
  });
});

describe('base-url', () => {
  test.each([
    'https://api.mintlify.com',
    'https://docs.example.com/',
    'https://docs.example.com:8443',
    'http://127.0.0.1:4010',
    'http://127.1.2.3',
    'http://localhost:4010',
    'http://api.localhost',
    'http://[::1]:4010',
  ])('may be %s', (url) => {
    expect(agent({ 'base-url': url }).baseUrl.href).toBe(new URL(url).href);
  });

  test.each([
    'api.mintlify.com',
    'http://api.mintlify.com',
    'http://10.0.0.1',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://notlocalhost',
    'ftp://127.0.0.1',
    'https://user@api.mintlify.com',
    'https://:secret@api.mintlify.com',
    'https://api.mintlify.com?x=1',
    'https://api.mintlify.com#x',
    'https://api.mintlify.com/v1',
    'https://api.mintlify.com//',
    'http://127.0.0.1:4010/api',
    'file:///etc/passwd',
    'https://',
  ])('may not be %s', (url) => {
    expect(told({ 'base-url': url })).toMatch(
      /^base-url: .*Accepted: an https URL of a host alone, .* without path, user or query; http only for loopback/,
    );
  });

  test('is not shown with its password', () => {
    expect(told({ 'base-url': 'https://me:hunter2@x@api.mintlify.com' })).toMatch(
      /^base-url: got "\*\*\*@api\.mintlify\.com"/,
    );
  });
});

describe('the project', () => {
  test('may be spelled projectId', () => {
    expect(agent({ 'project-id': '', projectId: ' docs ' }).projectId).toBe('docs');
    expect(agent({ 'project-id': 'docs', projectId: 'docs' }).projectId).toBe('docs');
    expect(analytics({ 'project-id': '', projectId: 'a\nb' }).projectIds).toEqual(['a', 'b']);
  });

  test('may not be given twice with two values', () => {
    expect(problemsOf({ projectId: 'other' })).toEqual([
      { input: 'projectId', given: 'other', accepted: expect.stringContaining('project-id') },
    ]);
  });

  test('is told in the spelling that was used', () => {
    expect(told({ 'project-id': '', projectId: 'a b' })).toMatch(/^projectId: got "a b"/);
    expect(told({ 'project-id': '' })).toBe(
      'project-id: missing. Copy it from the API keys page of the dashboard.',
    );
  });

  test('is one in agent mode', () => {
    for (const two of ['a\nb', 'a, b']) {
      expect(told({ 'project-id': two })).toContain(
        'Agent mode takes one project. For several, run a matrix',
      );
    }
  });

  test('of a report may be several, separated by lines or commas', () => {
    expect(analytics({ 'project-id': 'a, b,\nc,a' }).projectIds).toEqual(['a', 'b', 'c']);
    expect(told({ mode: 'analytics', 'project-id': ' , ' })).toMatch(/^project-id: .*missing/);
  });
});

describe('identifiers', () => {
  test.each(['docs', '64f0c1', 'a/b?c#d', 'ünïcode', '...', '%2e%2e'])('may be %j', (id) => {
    expect(agent({ 'job-id': id, 'project-id': id })).toMatchObject({ jobId: id, projectId: id });
  });

  test.each([
    ...['.', '..', 'a b', 'a\tb', 'a\u0000b', 'a\u0085b'],
    ...['https://dashboard.mintlify.com/acme/docs', 'HTTP://x'],
  ])('may not be %j', (id) => {
    const inputs = problemsOf({ 'job-id': id, 'project-id': id }).map(({ input }) => input);
    expect(inputs).toEqual(['project-id', 'job-id']);
  });
});

describe('booleans are those of YAML 1.2', () => {
  test.each(['true', 'True', 'TRUE'])('%s is true', (text) =>
    expect(agent({ comment: text }).comment).toBe(true),
  );
  test.each(['false', 'False', 'FALSE'])('%s is false', (text) =>
    expect(agent({ wait: text }).wait).toBe(false),
  );
  test.each(['xtrue', 'falsey', 'yes', 'on', '1', '0', 'no', 'tRUE', 'true false'])(
    '%s is refused',
    (text) => {
      expect(told({ wait: text })).toBe(
        `wait: got "${text}". Accepted: true or false (also True, TRUE, False, FALSE).`,
      );
    },
  );
});

describe('numbers', () => {
  test.each([
    ['timeout-minutes', '30'],
    ['timeout-minutes', '.5'],
    ['timeout-minutes', '.25'],
    ['issue-number', '123'],
    ['issue-number', '#123'],
    ['timeout-minutes', '5.'],
    ['timeout-minutes', '7200'],
    ['poll-interval-seconds', '0.01'],
    ['poll-interval-seconds', '3600'],
    ['settle-seconds', '0'],
  ])('%s may be %s', (input, text) => {
    expect(told({ [input]: text })).toBe('');
  });

  test.each([
    ['timeout-minutes', '0', 'a number above 0 up to 7200'],
    ['timeout-minutes', '7201', 'a number above 0 up to 7200'],
    ['timeout-minutes', '1e3', 'a number above 0'],
    ['timeout-minutes', '-1', 'a number above 0'],
    ['timeout-minutes', '0x10', 'a number above 0'],
    ['timeout-minutes', 'Infinity', 'a number above 0'],
    ['timeout-minutes', '30 min', 'a number above 0'],
    ['poll-interval-seconds', '0.0', 'a number above 0 up to 3600'],
    ['poll-interval-seconds', '.', 'a number above 0 up to 3600'],
    ['settle-seconds', '-1', 'a number from 0 up to 3600'],
    ['settle-seconds', '3601', 'a number from 0 up to 3600'],
    ['issue-number', '0', 'the number of an issue or pull request, such as 12'],
    ['issue-number', '##12', 'the number of an issue or pull request, such as 12'],
    ['issue-number', '1.5', 'the number of an issue or pull request, such as 12'],
    ['issue-number', '99999999999999999999', 'the number of an issue or pull request, such as 12'],
  ])('%s may not be %s', (input, text, accepted) => {
    expect(told({ [input]: text })).toMatch(
      new RegExp(`^${input}: got "${text.replace(/[.+]/g, '\\$&')}"\\. .*${accepted}`),
    );
  });
});

describe('the address of the docs site', () => {
  const ACCEPTED =
    'Accepted: the https address of the docs site, such as https://docs.example.com, without user or query.';

  test.each([
    'http://docs.example.com',
    'docs.example.com',
    'https://user:password@docs.example.com',
    'https://docs.example.com/?q=1',
    'https://docs.example.com/#x',
    'javascript:alert(1)',
  ])('may not be %s', (url) => {
    expect(told({ mode: 'analytics', 'site-url': url })).toBe(
      `site-url: got "${url.replace('https://user:password@', '***@')}". ${ACCEPTED}`,
    );
  });

  test.each([
    ['https://docs.example.com', 'https://docs.example.com'],
    ['https://docs.example.com/en//', 'https://docs.example.com/en'],
    ['HTTPS://Docs.Example.com:8443/a b', 'https://docs.example.com:8443/a%20b'],
  ])('%s is taken as %s', (url, taken) => {
    expect(analytics({ 'site-url': url }).siteUrl).toBe(taken);
  });
});

test('a baseline that is none is told before anything is asked of the platform', () => {
  expect(told({ mode: 'analytics', baseline: 'nowhere.json' })).toMatch(
    /^baseline: got "nowhere.json". The file could not be read/,
  );
});

describe('choices', () => {
  test.each([
    ['none', []],
    ['failed', ['failed']],
    ['failed,timeout', ['failed', 'timeout']],
    ['archived\nno-pull-request', ['archived', 'no-pull-request']],
    ['failed, failed', ['failed']],
    ['timeout,', ['timeout']],
    ['Failed, TIMEOUT', ['failed', 'timeout']],
    ['None', []],
  ])('fail-on %j', (text, outcomes) => {
    expect([...agent({ 'fail-on': text }).failOn].sort()).toEqual([...outcomes].sort());
  });

  test.each(['none, failed', 'fail', ',', 'failed; timeout', 'unknown', 'error'])(
    'fail-on may not be %j',
    (text) => {
      expect(told({ 'fail-on': text })).toBe(
        `fail-on: got "${text}". Accepted: any of failed, archived, timeout, no-pull-request, incomplete, separated by commas; or none.`,
      );
    },
  );

  test.each([
    ['mode', 'report', 'Accepted: agent or analytics.'],
    ['context', 'always', 'Accepted: auto, event or none.'],
    ['minimum-permission', 'owner', 'Accepted: none, read, triage, write, maintain or admin.'],
    ['trigger-phrase', '/docs please', 'Accepted: one word, such as /docs.'],
    ['context', '@all', 'Accepted: auto, event or none.'],
  ])('%s may not be %s', (input, text, accepted) => {
    expect(told({ [input]: text })).toBe(`${input}: got "${text}". ${accepted}`);
  });

  test('may be in upper or lower case', () => {
    expect(agent({ mode: 'Agent', context: 'NONE', 'minimum-permission': 'Write' })).toMatchObject({
      mode: 'agent',
      context: 'none',
      notify: false,
      minimumPermission: 'write',
    });
    const all = { kind: 'all' };
    expect(analytics({ mode: 'ANALYTICS', period: 'All' })).toMatchObject({ mode: 'analytics', period: all });
    expect(analytics({ period: '30D' }).period).toEqual(analytics({ period: '30d' }).period);
  });

  test('an unknown mode is told with everything that no mode would accept', () => {
    expect(told({ mode: 'report', wait: 'yes', top: '0', 'project-id': '' }).split('\n')).toEqual([
      'mode: got "report". Accepted: agent or analytics.',
      expect.stringMatching(/^project-id: missing\./),
      'wait: got "yes". Accepted: true or false (also True, TRUE, False, FALSE).',
      'top: got "0". Accepted: a whole number from 1 to 1000.',
    ]);
  });
});

describe('prompt-file', () => {
  const outside = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-outside-'));
  afterAll(() => rmSync(outside, { recursive: true }));
  const inWorkspace = (name: string) => path.join(step.workspace, name);

  test('is read from the workspace', () => {
    mkdirSync(inWorkspace('.github'));
    writeFileSync(inWorkspace('.github/prompt.md'), '\ufeffWrite about proxies.\n\n');
    expect(agent({ 'prompt-file': '.github/prompt.md' }).prompt).toBe('Write about proxies.');
    expect(agent({ 'prompt-file': inWorkspace('.github/prompt.md') }).prompt).toBe('Write about proxies.');
  });

  test('may be a link inside of the workspace', () => {
    writeFileSync(inWorkspace('real.md'), 'Text');
    symlinkSync('real.md', inWorkspace('link.md'));
    expect(agent({ 'prompt-file': 'link.md' }).prompt).toBe('Text');
  });

  test('may not be given with a prompt', () => {
    expect(told({ prompt: 'x', 'prompt-file': 'real.md' })).toBe(
      'prompt-file: got "real.md". Give prompt or prompt-file, not both.',
    );
  });

  test('may not lead out of the workspace', () => {
    const secret = path.join(outside, 'secret');
    writeFileSync(secret, 'hunter2');
    symlinkSync(secret, inWorkspace('out.md'));
    symlinkSync(outside, inWorkspace('out'));
    for (const file of ['out.md', 'out/secret', secret, path.relative(step.workspace, secret)]) {
      expect(told({ 'prompt-file': file })).toMatch(/^prompt-file: got .* The file must be in the workspace/);
    }
  });

  test('may not be a file of a directory beside it whose name begins the same', () => {
    mkdirSync(`${step.workspace}-2`);
    writeFileSync(`${step.workspace}-2/prompt.md`, 'Text');
    expect(told({ 'prompt-file': '../workspace-2/prompt.md' })).toContain(
      'The file must be in the workspace',
    );
  });

  test.each([
    '.npmrc',
    '.env',
    '.env.production',
    '.netrc',
    '.ssh/id_ed25519',
    'home/.aws/credentials',
    'tls/server.pem',
    '.NPMRC',
  ])('may not be %s, where tools keep credentials, nor a link that leads there', (file) => {
    mkdirSync(path.dirname(inWorkspace(file)), { recursive: true });
    writeFileSync(inWorkspace(file), 'secret');
    const linked = `link-to-${file.replaceAll('/', '-')}.md`;
    // .npmrc and .NPMRC are one file on Windows and macOS.
    rmSync(inWorkspace(linked), { force: true });
    symlinkSync(file, inWorkspace(linked));
    for (const name of [file, linked]) {
      expect(told({ 'prompt-file': name })).toContain('none that tools keep credentials in');
    }
  });

  test.each(['docs.env.md', 'environment', 'env', 'npmrc.md', 'key.md'])('may be %s', (file) => {
    writeFileSync(inWorkspace(file), 'Text');
    expect(agent({ 'prompt-file': file }).prompt).toBe('Text');
  });

  test('may not have a colon in its path, behind which Windows keeps other streams of a file', () => {
    writeFileSync(inWorkspace('prompt.md:stream'), 'Text');
    symlinkSync('prompt.md:stream', inWorkspace('stream.md'));
    for (const file of ['prompt.md:stream', 'stream.md', 'real.md::$DATA']) {
      expect(told({ 'prompt-file': file })).toContain('A colon may not be in the path');
    }
  });

  test('may be in UTF-16, as PowerShell’s `>` writes it', () => {
    const text = '\ufeffÄndere die Seite über Proxys.\r\n';
    writeFileSync(inWorkspace('little.md'), text, 'utf16le');
    writeFileSync(inWorkspace('big.md'), Buffer.from(text, 'utf16le').swap16());
    for (const file of ['little.md', 'big.md']) {
      expect(agent({ 'prompt-file': file }).prompt).toBe('Ändere die Seite über Proxys.');
    }
  });

  test('must be text', () => {
    writeFileSync(inWorkspace('latin1.md'), Buffer.from('Stra\xdfe', 'latin1'));
    writeFileSync(inWorkspace('no-mark.md'), 'Text', 'utf16le');
    writeFileSync(inWorkspace('half.md'), Buffer.from([0xff, 0xfe, 0x41]));
    for (const file of ['latin1.md', 'no-mark.md', 'half.md']) {
      expect(told({ 'prompt-file': file })).toContain('must be text in UTF-8, or in UTF-16');
    }
  });

  const wherePipesAre = process.platform === 'win32' ? test.skip : test;

  wherePipesAre('may be no pipe or device', () => {
    execFileSync('mkfifo', [inWorkspace('pipe')]);
    symlinkSync('pipe', inWorkspace('pipe.md'));
    for (const file of ['pipe', 'pipe.md']) {
      expect(told({ 'prompt-file': file })).toContain('It must be a regular file');
    }
  });

  test('may not be one of Git’s own, which can hold the token of the checkout', () => {
    mkdirSync(inWorkspace('.git'));
    writeFileSync(inWorkspace('.git/config'), 'AUTHORIZATION: basic x');
    symlinkSync('.git/config', inWorkspace('harmless.md'));
    mkdirSync(inWorkspace('vendor/.git'), { recursive: true });
    writeFileSync(inWorkspace('vendor/.git/config'), 'x');
    for (const file of ['.git/config', 'harmless.md', 'vendor/.git/config']) {
      expect(told({ 'prompt-file': file })).toContain('The file must be in the workspace');
    }
  });

  test('must be there, be a file, hold something, and not too much', () => {
    writeFileSync(inWorkspace('empty.md'), ' \n');
    writeFileSync(inWorkspace('large.md'), 'x'.repeat(1024 * 1024 + 1));
    expect(told({ 'prompt-file': 'missing.md' })).toMatch(/could not be read \(ENOENT\).*actions\/checkout/);
    expect(told({ 'prompt-file': '.' })).toMatch(/could not be read \(EISDIR\)/);
    expect(told({ 'prompt-file': 'empty.md' })).toContain('The file is empty.');
    expect(told({ 'prompt-file': 'large.md' })).toContain('1048577 bytes; at most 1048576');
  });
});

describe('problems', () => {
  test('are told all at once, in any mode', () => {
    const inputs = problemsOf({
      'api-key': '',
      'project-id': '',
      'base-url': 'x',
      'job-id': 'a b',
      prompt: 'x',
      'prompt-file': 'y',
      wait: 'no',
      'timeout-minutes': '0',
      'fail-on': 'x',
      'issue-number': 'x',
    }).map(({ input }) => input);
    expect(inputs.sort()).toEqual(
      [
        'api-key',
        'base-url',
        'fail-on',
        'issue-number',
        'job-id',
        'project-id',
        'prompt-file',
        'timeout-minutes',
        'wait',
      ].sort(),
    );
    const analyticsInputs = problemsOf({
      mode: 'analytics',
      'api-key': '',
      period: 'x',
      top: 'x',
      'artifact-name': 'a:b',
    });
    expect(analyticsInputs.map(({ input }) => input)).toEqual(['api-key', 'period', 'top', 'artifact-name']);
    const noMode = problemsOf({ mode: 'x', 'api-key': '', 'project-id': '', 'base-url': 'x' });
    expect(noMode.map(({ input }) => input).sort()).toEqual(['api-key', 'base-url', 'mode', 'project-id']);
  });

  test('of the other mode are not told', () => {
    expect(problemsOf({ period: 'x', top: 'x' })).toEqual([]);
    expect(problemsOf({ mode: 'analytics', wait: 'x', context: 'x' })).toEqual([]);
  });

  test('of names that nearly are one are told with the right name, and without what they hold', () => {
    const misspelled = (name: string, value = 'hunter2') => {
      try {
        read({}, { [`INPUT_${name}`]: value });
      } catch (error) {
        if (error instanceof InputError) return error.message;
        throw error;
      }
      return '';
    };
    const right = (name: string) => /Did you mean (\S+)\?$/.exec(misspelled(name))?.[1];
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
      'TIMEOUT-MINUTE': 'timeout-minutes',
      TIMEOUT_MINUETS: 'timeout-minutes',
      'DATE-FORM': 'date-from',
      PEROID: 'period',
      ARTEFACT_NAME: 'artifact-name',
      'RETENTION-DAY': 'retention-days',
    };
    expect(Object.fromEntries(Object.keys(slips).map((name) => [name, right(name)]))).toEqual(slips);
    expect(right('WIAT')).toBe(right('WAITS'));
    for (const other of [
      'REPOSITORY',
      'FETCH-DEPTH',
      'NODE-VERSION',
      'TOKEN',
      'REF',
      'COMMIT',
      'PATH',
      '',
      'X',
    ])
      expect(misspelled(other)).toBe('');
    // What another mode reads is no slip.
    expect(problemsOf({ 'trigger-label': 'x', period: '7d' })).toEqual([]);
  });

  test('show what was given on one line, shortened', () => {
    const text = told({ 'timeout-minutes': `1\n2${'x'.repeat(200)}` });
    expect(text).toMatch(/^timeout-minutes: got "1 2x+…"\. Accepted/);
    expect(text.split('\n')).toHaveLength(1);
  });
});
