import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { withTables } from '../../scripts/tables.ts';

interface Entry {
  description?: string;
  default?: unknown;
}

const text = readFileSync('action.yml', 'utf8');
const action = parse(text) as {
  name: string;
  description: string;
  author: string;
  branding: { icon: string; color: string };
  inputs: Record<string, Entry>;
  outputs: Record<string, Entry>;
  runs: unknown;
};
const types = parse(readFileSync('action-types.yml', 'utf8')) as Record<
  'inputs' | 'outputs',
  Record<string, { type: string; 'allowed-values'?: string[] }>
>;

describe('action.yml', () => {
  test('runs the bundle on Node 24, and can be shown in the Marketplace', () => {
    expect(action.runs).toEqual({ using: 'node24', main: 'dist/index.js' });
    expect(action.name).toBe('Docs Agent');
    expect(action.author).not.toBe('');
    expect(action.branding).toEqual({ icon: 'book-open', color: 'green' });
    expect(action.description.length).toBeLessThan(125);
  });

  test.each([...Object.entries(action.inputs), ...Object.entries(action.outputs)])(
    'describes %s in a line',
    (_, entry) => {
      expect(entry.description).toMatch(/^[^\n]{10,200}$/);
    },
  );
});

describe('action-types.yml', () => {
  test.each(['inputs', 'outputs'] as const)('types all %s and no others', (part) => {
    expect(Object.keys(types[part]).sort()).toEqual(Object.keys(action[part]).sort());
  });

  test('types what has a default so that the default fits', () => {
    for (const [name, { default: value }] of Object.entries(action.inputs)) {
      const typing = types.inputs[name];
      if (value === undefined || typing === undefined) continue;
      if (typing.type === 'boolean') expect(['true', 'false']).toContain(value);
      if (typing.type === 'integer') expect(value).toMatch(/^\d+$/);
      if (typing.type === 'float') expect(value).toMatch(/^\d+(\.\d+)?$/);
      if (typing.type === 'enum') expect(typing['allowed-values']).toContain(value);
    }
  });
});

describe('the tables in the docs', () => {
  test.each(['README.md', 'docs/reference.md'])('of %s are those of action.yml', (file) => {
    const document = readFileSync(file, 'utf8');
    expect(withTables(document, text)).toBe(document);
    expect(document).toContain('| `api-key` | **required** |');
  });

  test('have a place, and no names that action.yml does not have', () => {
    expect(() => withTables('# Example', text)).toThrow('there is no place for a table');
    const document = '<!-- inputs: mode, kye -->\n<!-- /inputs -->\n';
    expect(() => withTables(document, text)).toThrow('action.yml has no kye among its inputs');
  });
});
