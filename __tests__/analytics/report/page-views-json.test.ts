import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Report } from '../../../src/analytics/model.ts';
import { jsonText } from '../../../src/analytics/report/page-views-json.ts';
import { counts, HOSTILE_PATHS, hostileReport, project, report } from './fixture.ts';

const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, date: true } });
const validate = ajv.compile(JSON.parse(readFileSync('docs/page-views.schema.json', 'utf8')));
const read = (made: Report) => JSON.parse([...jsonText(made)].join(''));

test('has a page on each line, and none that the runner would take for a command', () => {
  const text = [...jsonText(hostileReport())].join('');
  expect(text).not.toContain('##[');
  expect(text.endsWith(']}\n')).toBe(true);
  expect(text).toContain('"path":"x #\\u0023[add-mask]x"');
  const lines = text.split('\n').filter((line) => line.startsWith('{"path"'));
  expect(lines).toHaveLength(HOSTILE_PATHS.length + 6 + 3);
});

const VALID = read(report([project({ count: 2 })]));
test.each([
  ['a negative count', { requests: { allowed: -1, spent: 0 } }],
  ['a period without an end', { period: { from: '2026-01-05' } }],
  ['a time in place of a day', { period: { from: '2026-01-05T00:00:00Z', to: '2026-01-06' } }],
  ['a page without a path', { projects: [{ ...VALID.projects[0], pages: [counts(1, 0)] }] }],
  ['a later format', { formatVersion: 2 }],
])('its schema refuses %s', (_, wrong) => {
  expect(validate(VALID)).toBe(true);
  expect(validate({ ...VALID, ...wrong })).toBe(false);
});
