import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { InputError, readMode } from '../../../src/inputs.ts';
import { Outputs } from '../../../src/outputs.ts';
import { VERSION } from '../../../src/version.ts';

type Entry = { readonly description?: string; readonly required?: boolean; readonly default?: string };
type Parts<T> = Record<'inputs' | 'outputs', Record<string, T>>;

const read = (file: string) => parse(readFileSync(file, 'utf8'));
const action: Parts<Entry> = read('action.yml');
const types: Parts<{ type: string; 'allowed-values'?: string[] }> = read('action-types.yml');

test('action.yml runs the bundle on Node 24, and can be shown in the Marketplace', () => {
  expect(action).toMatchObject({
    name: 'Docs Agent',
    author: expect.stringMatching(/./),
    description: expect.stringMatching(/^.{1,124}$/),
    branding: { icon: 'book-open', color: 'green' },
    runs: { using: 'node24', main: 'dist/index.js' },
  });
});

// Their names and defaults are held by inputs.test.ts and outputs.test.ts.
test('action.yml has exactly the inputs that are read, and the outputs that are written', () => {
  const [reads, writes] = [new Set<string>(), new Set<string>()];
  const variables: NodeJS.ProcessEnv = { INPUT_MODE: 'x' };
  const env = new Proxy(variables, { get: (_, name: string) => reads.add(name) && variables[name] });
  // In an unknown mode, the inputs of both are read.
  expect(() => readMode(env, new Date())).toThrow(InputError);
  const outputs = new Outputs((name) => writes.add(name));
  const totals = { human: 0, ai: 0, total: 0 };
  const period = { from: '', to: '', isMonth: false };
  outputs.agent({ outcome: '', reason: '' }, '');
  outputs.views({ totals, change: null, complete: true, topPages: [] }, '', period);
  outputs.report('report', '', {});
  const declared = Object.keys(action.inputs).map((name) => `INPUT_${name.toUpperCase()}`);
  expect(reads).toEqual(new Set(declared));
  expect(writes).toEqual(new Set(Object.keys(action.outputs)));
  const required = Object.keys(action.inputs).filter((name) => action.inputs[name]?.required);
  expect(required).toEqual(['api-key', 'project-id']);
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
  const lock = readFileSync('package-lock.json', 'utf8');
  const { version, packages } = JSON.parse(lock);
  const { version: own, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect([own, version, packages[''].version, engines.node]).toEqual([VERSION, VERSION, VERSION, '>=20']);
  const needed = Object.values<{ engines?: { node?: string } }>(packages).map((each) => each.engines?.node);
  expect(needed.filter((node) => /^>=? ?(2[1-9]|[3-9]\d)/.test(node ?? ''))).toEqual([]);
  // Everybody uses their own registry.
  expect(lock).not.toContain('"resolved":');
});
