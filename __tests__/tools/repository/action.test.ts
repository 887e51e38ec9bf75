import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { InputError, readMode } from '../../../src/inputs.ts';
import { VERSION } from '../../../src/version.ts';
import { INPUT_NAMES, StepDirectory } from '../../helpers/action-environment.ts';

/** Every input and its default, as workflows depend on them. */
const INPUTS: Record<string, string> = {
  mode: 'agent',
  'base-url': 'https://api.mintlify.com',
  'github-token': `\${{ github.token }}`,
  comment: 'true',
  'fail-on': 'failed, timeout',
  wait: 'true',
  'timeout-minutes': '30',
  'poll-interval-seconds': '30',
  'skip-label': 'no-docs',
  notify: 'false',
  'trigger-phrase': '/docs',
  'minimum-permission': 'write',
  'dry-run': 'false',
  period: '7d',
  compare: 'previous',
  'max-requests': '90',
  'artifact-name': 'docs-page-views',
};
const WITHOUT_DEFAULT = [
  ...['api-key', 'project-id', 'projectId', 'issue-number', 'prompt', 'include', 'release-tag', 'paths'],
  ...['job-id', 'commit-status', 'trigger-label', 'allowed-bots', 'site-url'],
];
const OUTPUTS = [
  ...['status', 'outcome', 'reason', 'job-id', 'pr-link', 'pr-number', 'job', 'comment-url'],
  ...['total-views', 'human-views', 'ai-views', 'change', 'complete', 'date-from', 'date-to', 'headline'],
  ...['top-pages', 'report-path', 'artifact-url', 'report-url'],
];

type Entry = { readonly description?: string; readonly required?: boolean; readonly default?: string };
type Parts<T> = Record<'inputs' | 'outputs', Record<string, T>>;

const action = parse(readFileSync('action.yml', 'utf8')) as Parts<Entry> & Record<string, unknown>;
const types: Parts<{ type: string; 'allowed-values'?: string[] }> = parse(
  readFileSync('action-types.yml', 'utf8'),
);
const inputs = Object.entries(action.inputs);

test('action.yml runs the bundle on Node 24, and can be shown in the Marketplace', () => {
  expect(action).toMatchObject({
    ...{ name: 'Docs Agent', author: expect.stringMatching(/./) },
    description: expect.stringMatching(/^.{1,124}$/),
    branding: { icon: 'book-open', color: 'green' },
    runs: { using: 'node24', main: 'dist/index.js' },
  });
});

test('action.yml has exactly the inputs, defaults and outputs that workflows depend on', () => {
  const withDefault = inputs.filter(([, input]) => input.default !== undefined);
  expect(Object.fromEntries(withDefault.map(([name, input]) => [name, input.default]))).toEqual(INPUTS);
  expect(inputs.map(([name]) => name).sort()).toEqual([...Object.keys(INPUTS), ...WITHOUT_DEFAULT].sort());
  const required = inputs.filter(([, input]) => input.required).map(([name]) => name);
  expect(required).toEqual(['api-key', 'project-id']);
  expect(Object.keys(action.outputs).sort()).toEqual(OUTPUTS.sort());
});

test('action.yml has exactly the inputs that are read', () => {
  const read = new Set<string>();
  const variables: NodeJS.ProcessEnv = { INPUT_MODE: 'x' };
  const env = new Proxy(variables, { get: (_, name: string) => read.add(name) && variables[name] });
  // In an unknown mode, the inputs of both are read.
  expect(() => readMode(env, new Date())).toThrow(InputError);
  expect([...read].sort()).toEqual(inputs.map(([name]) => `INPUT_${name.toUpperCase()}`).sort());
});

test('tests and the demo give steps the defaults of action.yml', () => {
  const directory = new StepDirectory();
  const { 'INPUT_GITHUB-TOKEN': token, ...given } = directory.environment({});
  directory.remove();
  expect([[...INPUT_NAMES].sort(), token]).toEqual([inputs.map(([name]) => name).sort(), expect.any(String)]);
  for (const [name, { default: value = '' }] of inputs)
    if (name !== 'github-token') expect([name, given[`INPUT_${name.toUpperCase()}`]]).toEqual([name, value]);
});

test.each(['inputs', 'outputs'] as const)('all %s are described, and typed so that defaults fit', (part) => {
  expect(Object.keys(types[part]).sort()).toEqual(Object.keys(action[part]).sort());
  const forms: Record<string, RegExp> = { boolean: /^(true|false)$/, integer: /^\d+$/, float: /^[\d.]+$/ };
  for (const [name, { description, default: value = '' }] of Object.entries(action[part])) {
    const { type = '', 'allowed-values': values = [value] } = types[part][name] ?? {};
    expect([name, description]).toEqual([name, expect.stringMatching(/^[^\n]{10,200}$/)]);
    if (value === '') continue;
    expect([name, value]).toEqual([name, expect.stringMatching(forms[type] ?? /./)]);
    expect(values).toContain(value);
  }
});

test('the version is the same wherever it is, and the oldest Node of CONTRIBUTING.md can install it', () => {
  const { version, packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const { version: own, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect([own, version, packages[''].version, engines.node]).toEqual([VERSION, VERSION, VERSION, '>=20']);
  const all = Object.entries<{ engines?: { node?: string } }>(packages);
  const tooNew = all.filter(([, { engines }]) => /^>=? ?(2[1-9]|[3-9]\d)/.test(engines?.node ?? ''));
  expect(tooNew.map(([place]) => place)).toEqual([]);
  // Everybody uses their own registry.
  expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved":');
});
