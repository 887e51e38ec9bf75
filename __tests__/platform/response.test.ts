import { describe, expect, test } from '@jest/globals';
import { parseRetryAfter } from '../../src/clock.ts';
import { errorText } from '../../src/platform/response.ts';

const same = (text: string) => text;

describe('what Mintlify says of an error', () => {
  test.each([
    ['{"error":"No","details":[{"message":"a"},{"message":"b"}]}', 'application/json', 'No; a; b'],
    ['{"error":"No","details":"odd"}', 'application/json', 'No'],
    ['{"error":"No","details":[{"code":1}]}', 'application/json', 'No'],
    ['{"error":"No"}', 'text/plain', 'No'],
    ['{"message":"other shape"}', 'application/json', '{"message":"other shape"}'],
    [' Too many requests\n', 'text/plain', 'Too many requests'],
    ['<html>Bad gateway</html>', 'text/plain', ''],
    ['\n <!doctype html>', '', ''],
    ['Bad gateway', 'text/html; charset=utf-8', ''],
    ['', 'application/json', ''],
    ['"text"', 'application/json', '"text"'],
  ])('%s as %s is "%s"', (body, contentType, text) => {
    expect(errorText(body, contentType, same)).toBe(text);
  });

  test('is shortened', () => {
    expect(errorText('x'.repeat(2000), 'text/plain', same)).toBe(`${'x'.repeat(499)}…`);
    const long = JSON.stringify({ error: 'é'.repeat(2000) });
    expect(errorText(long, 'application/json', same)).toHaveLength(500);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-05T12:00:00Z');

  test.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Mon, 05 Jan 2026 12:01:30 GMT', 90_000],
    ['Mon, 05 Jan 2026 11:00:00 GMT', 0],
    ['Monday, 05-Jan-26 12:00:10 GMT', 10_000],
    [['7', '9'], 7000],
  ])('%j is %d ms', (header, ms) => {
    expect(parseRetryAfter(header, now)).toBe(ms);
  });

  test.each([
    ...[undefined, '', ' ', 'soon', '-5', '1.5', '1e3', '99999999999999999999'],
    ...['2026-01-05T12:01:30Z', 'Mon, nonsense'],
  ])('%j asks for nothing', (header) => {
    expect(parseRetryAfter(header, now)).toBeUndefined();
  });
});
