import { expect } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { marked } from 'marked';
import { foreignCommands, type StepResult } from '../helpers/action-environment.ts';
import { parseRunnerOutput } from '../helpers/runner-commands.ts';
import { TRAP } from './corpus.ts';

/** What must hold of everything that a run leaves behind, whatever text it met. */
export function expectInert(result: StepResult): void {
  const { commands, lines, written, summary } = result;
  expect(foreignCommands(result)).toEqual([]);
  // Groups are opened and closed by the action in pairs, and never nested.
  const groups = commands.map(({ name }) => name).filter((name) => name.endsWith('group'));
  expect(groups.join(' ')).toMatch(/^(group endgroup ?)*$/);
  const shown = [...lines, ...commands.map(({ data }) => data)].join('\n');
  expect(
    shown.match(/(?![\t\n])\p{Cc}|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu),
  ).toBeNull();
  expect(shown).not.toContain('##[');
  // Remote values are on one line, and a later step may print them: echo "$VALUE".
  const strange = written.filter(([name, value]) => {
    const acts = /[\r\n\u2028\u2029\u0085]/.test(value) || parseRunnerOutput(value).commands.length > 0;
    return acts || !/^[a-z][a-z-]*$/.test(name);
  });
  expect(strange).toEqual([]);
  expectInertMarkdown(summary);
}

const TAG =
  /^<\/?(?:h[123]|p|table|thead|tbody|t[rhd]|code|pre|a|[uo]l|li|strong|em|br|details|summary|blockquote|su[bp]|hr)(?: (?:align="(?:left|right|center)"|class="language-[a-z]+"|href="https:\/\/[^"]*"|start="\d+"))*(?: ?\/)?>$/;

/** GFM as HTML. GitHub's own additions (mentions, references) are looked for in what is left as text. */
export function rendered(markdown: string): string {
  return marked.parse(markdown, { gfm: true, async: false });
}

/** Nothing in `markdown` acts on GitHub: no image, no foreign link, no raw HTML, no mention, no reference. */
export function expectInertMarkdown(markdown: string): void {
  expect(markdown.isWellFormed()).toBe(true);
  // The hidden marker of a reply is the action's own, and the only HTML comment there may be.
  const html = rendered(markdown.replace(/<!-- docs-agent[^>]*-->\s*$/, ''));
  expect(html.match(/<\/?[a-z!?][^>]*>/gi)?.filter((tag) => !TAG.test(tag)) ?? []).toEqual([]);
  for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) expect(href.startsWith(TRAP)).toBe(false);
  const prose = html.replace(/<(code|pre|a)\b[^>]*>.*?<\/\1>/gs, ' ').replace(/<[^>]*>/g, ' ');
  const words = decoded(prose);
  expect(words.match(/(?<![\w`])@[a-z\d]/gi)).toBeNull();
  expect(words.match(/(?<!\w)(?:#|gh-)\d/gi)).toBeNull();
  expect(words.match(/\b[0-9a-f]{40}\b/)).toBeNull();
  expect(words).not.toContain('trap.example');
}

/** `text` of HTML with its character references read. */
export function decoded(text: string): string {
  const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name) => {
    if (!decimal && !hex) return named[name] ?? entity;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

/**
 * The records of a CSV file as RFC 4180 has them, with none that a spreadsheet would take for a formula, whether it
 * separates by comma, semicolon or tab.
 */
export function readCsv(text: string): string[][] {
  const records = parse(text, { bom: true }) as string[][];
  const relaxed = { bom: true, relax_quotes: true, relax_column_count: true, skip_records_with_error: true };
  // What is written for commas is quoted in the wrong places for others, and readers differ in what they make of that.
  const others = [';', '\t'].flatMap((delimiter) =>
    [{}, { quote: false }].map((more) => parse(text, { ...relaxed, ...more, delimiter }) as string[][]),
  );
  const FORMULA = /^["\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
  const formulas = [records, ...others]
    .flat(2)
    .filter((cell) => !/^[+-]?\d+(\.\d+)?$/.test(cell) && FORMULA.test(cell));
  expect(formulas).toEqual([]);
  return records;
}

/** A file of the run, by the end of its name. */
export function fileOf({ files }: StepResult, end: string): string {
  const [, latin1] = Object.entries(files).find(([name]) => name.endsWith(end)) ?? [];
  if (latin1 === undefined) throw new Error(`no name ends in ${end}: ${Object.keys(files).join(', ')}`);
  return Buffer.from(latin1, 'latin1').toString('utf8');
}
