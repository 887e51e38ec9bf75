import { expect, test } from '@jest/globals';
import { siteLink } from '../../src/analytics/site-link.ts';
import { tableOf } from '../agent/table.ts';
import fc from '../helpers/fast-check.ts';
import { actingText, CORPUS } from '../hostile/corpus.ts';

const SITE = 'https://docs.example.com/en';

test.each([
  ['/\ud800', '/%EF%BF%BD'],
  ['/a\\b', '/a%5Cb'],
  ...tableOf<'path' | 'end'>(`
    path                 | end
    guides/start         | /guides/start
    /                    | /
    //evil.example       | /evil.example
    /a b                 | /a%20b
    /a%20b               | /a%20b
    /100%                | /100%25
    /a?b=c&d=é#e         | /a?b=c&d=%C3%A9%23e
    /日本                | /%E6%97%A5%E6%9C%AC
    /(a)                 | /%28a%29
    javascript:alert(1)  | /javascript:alert%281%29
    https://evil.example | /https://evil.example
  `).map(({ path, end }) => [path, end]),
])('the page %j is at %j', (path = '', end) => {
  expect(siteLink(SITE, path)).toBe(`${SITE}${end}`);
});

test.each([`/${'x'.repeat(2000)}`, '/..', '/../x', '/a/../../x', '/%2e%2e/x', '/./x', '/%2E/x', '..', '.'])(
  '%j is no link',
  (path) => expect(siteLink(SITE, path)).toBeUndefined(),
);

test('every link is below the address, as one https URL in its normal form', () => {
  const check = (path: string) => {
    const link = siteLink(SITE, path);
    if (link === undefined) return;
    const { origin, pathname, hash, href } = new URL(link);
    expect([origin, hash, href]).toEqual(['https://docs.example.com', '', link]);
    expect(pathname.startsWith('/en/')).toBe(true);
    expect(link).toMatch(/^[\x21-\x7e]+$/);
    expect(link).not.toMatch(/[<>"'`\\|[\](){}^]/);
  };
  for (const text of CORPUS) check(text);
  fc.assert(fc.property(actingText, check));
});
