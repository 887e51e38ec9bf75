import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { InputError, readMode } from '../../../src/inputs.ts';

/** Every input and its default, as workflows depend on them. */
const INPUTS: Record<string, string> = {
  mode: 'agent',
  'base-url': 'https://api.mintlify.com',
  'github-token': `\${{ github.token }}`,
  wait: 'true',
  'timeout-minutes': '30',
  'poll-interval-seconds': '30',
  'checks-minutes': '0',
  'fail-on': 'failed, timeout',
  comment: 'false',
  notify: 'false',
  'trigger-phrase': '/docs',
  'minimum-permission': 'write',
  'dry-run': 'false',
  period: '7d',
  compare: 'previous',
  trend: 'true',
  'max-requests': '90',
  'artifact-name': 'docs-page-views',
};
const WITHOUT_DEFAULT = [
  ...['api-key', 'project-id', 'projectId', 'prompt', 'prompt-file', 'job-id', 'include', 'issue-number'],
  ...['release-tag', 'paths', 'trigger-label', 'allowed-bots', 'site-url'],
];

const OUTPUTS = [
  ...['status', 'outcome', 'reason'],
  ...['job-id', 'pr-link', 'pr-number', 'job', 'checks', 'preview-url', 'comment-url'],
  ...['total-views', 'human-views', 'ai-views', 'change', 'page-count', 'complete', 'date-from', 'date-to'],
  'headline',
  ...['top-pages', 'rising-pages', 'report-path', 'artifact-id', 'artifact-url', 'report-url'],
];

interface Entry {
  description?: string;
  required?: boolean;
  default?: string;
}
type Parts<T> = Record<'inputs' | 'outputs', Record<string, T>>;

const action = parse(readFileSync('action.yml', 'utf8')) as Parts<Entry> & Record<string, unknown>;
const types: Parts<{ type: string; 'allowed-values'?: string[] }> = parse(
  readFileSync('action-types.yml', 'utf8'),
);
const inputs = Object.entries(action.inputs);

/** The attributes of types, by the rules of typesafegithub/github-actions-typing, whose own program runs on GitHub only. */
const typing = (type: object, required: readonly string[] = [], optional: readonly string[] = []) => ({
  properties: { type, ...Object.fromEntries([...required, ...optional].map((name) => [name, {}])) },
  required: ['type', ...required],
  additionalProperties: false,
});
const SCALARS = [
  typing({ enum: ['string', 'boolean', 'float'] }),
  typing({ const: 'integer' }, [], ['name', 'named-values']),
  typing({ const: 'enum' }, ['allowed-values'], ['name']),
];
const list = typing({ const: 'list' }, ['separator', 'list-item']);
Object.assign(list.properties, { 'list-item': { anyOf: SCALARS } });
const isTyped = new Ajv({ strict: false }).compile({ type: 'object', anyOf: [...SCALARS, list] });

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
  const required = inputs.filter(([, input]) => input.required);
  expect(required.map(([name]) => name)).toEqual(['api-key', 'project-id']);
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

test.each(['inputs', 'outputs'] as const)(
  'all %s are described in a line and typed, and no others',
  (part) => {
    const inALine = { description: expect.stringMatching(/^[^\n]{10,200}$/) };
    for (const entry of Object.values(action[part])) expect(entry).toMatchObject(inALine);
    expect(Object.keys(types[part]).sort()).toEqual(Object.keys(action[part]).sort());
    for (const typed of Object.entries(types[part]))
      expect([typed, isTyped(typed[1])]).toEqual([typed, true]);
  },
);

test('what has a default is typed so that the default fits', () => {
  const forms: Record<string, RegExp> = {
    boolean: /^(true|false)$/,
    integer: /^\d+$/,
    float: /^\d+(\.\d+)?$/,
  };
  for (const [name, { default: value }] of inputs.filter(([, input]) => input.default !== undefined)) {
    const { type = '', 'allowed-values': values } = types.inputs[name] ?? {};
    if (type === 'enum') expect(values).toContain(value);
    else expect(value).toMatch(forms[type] ?? '');
  }
});

test('the README has one step with every input at its default', () => {
  const [, block = ''] =
    /## All inputs[\s\S]*?```yaml\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? [];
  const [{ with: shown }] = parse(block) as [{ with: Record<string, unknown> }];
  expect(Object.keys(shown).sort()).toEqual(inputs.map(([name]) => name).sort());
  for (const [name, { required, default: value = '' }] of inputs)
    if (!required) expect([name, String(shown[name])]).toEqual([name, value]);
});
