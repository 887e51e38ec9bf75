import { spawnSync } from 'node:child_process';
import path from 'node:path';
import fc from 'fast-check';
import { visibleText } from '../../src/text/visible.ts';
import { GENERATORS } from './generators.ts';

const DOCUMENTS = 200_000;
const BATCH = 10_000;
/** Documents for each of which a shown word is lost. */
const MOST_LOST = DOCUMENTS / 2000;
/** Documents that are printed of each kind. */
const PRINTED = 5;

/**
 * Compares what the action shows of random Markdown with what cmark-gfm and a browser's parser show.
 *
 * @returns whether a hidden word is kept, or too many shown ones are lost
 */
export function differsFromGithub(seed: number): boolean {
  const needed = ['-c', 'import cmarkgfm, selectolax.lexbor'];
  if (spawnSync('python3', needed).status !== 0) {
    console.log('Markdown is not compared with GitHub: run pip install cmarkgfm selectolax first.');
    return false;
  }
  return Object.entries(GENERATORS).filter(([name, documents]) => differs(name, documents, seed)).length > 0;
}

function differs(name: string, documents: fc.Arbitrary<string>, seed: number): boolean {
  const found: Difference[] = [];
  for (let batch = 0; batch < DOCUMENTS / BATCH; batch += 1) {
    const options = { seed: seed + batch, numRuns: BATCH };
    found.push(...differences(fc.sample(documents, options).map((document) => document.toWellFormed())));
  }
  const { kept = [], lost = [] } = Object.groupBy(found, ({ kind }) => kind);
  console.log(
    `${name}: of ${DOCUMENTS} documents ${kept.length} keep a hidden word, ${lost.length} lose a shown one.`,
  );
  for (const { kind, word, markdown } of [...kept.slice(0, PRINTED), ...lost.slice(0, PRINTED)]) {
    console.log(`${word} is ${kind}: ${JSON.stringify(markdown)}`);
  }
  return kept.length > 0 || lost.length > MOST_LOST;
}

interface Difference {
  readonly kind: 'kept' | 'lost';
  readonly word: string;
  readonly markdown: string;
}

interface Shown {
  readonly shown: readonly string[];
  /** In the address of a link alone. */
  readonly linked: readonly string[];
}

/** Finds the documents of which the action shows other words than GitHub: of each the first, a hidden one before others. */
function differences(documents: readonly string[]): Difference[] {
  const input = documents.map((document) => `${JSON.stringify(document)}\n`).join('');
  const script = path.join(import.meta.dirname, 'cmark-gfm.py');
  const { stdout, stderr } = spawnSync('python3', [script], { input, maxBuffer: 2 ** 30, encoding: 'utf8' });
  const answers = stdout.trimEnd().split('\n');
  if (answers.length !== documents.length) throw new Error(`cmark-gfm.py stopped: ${stderr}`);
  return documents.flatMap((markdown, index) => {
    const answer: Shown | null = JSON.parse(answers[index] ?? 'null');
    return answer ? (difference(markdown, answer) ?? []) : [];
  });
}

function difference(markdown: string, { shown, linked }: Shown): Difference | undefined {
  const visible = new Set(visibleText(markdown).match(/K\d+Z/g));
  const words = markdown.match(/K\d+Z/g) ?? [];
  const kept = words.find((word) => visible.has(word) && !shown.includes(word) && !linked.includes(word));
  if (kept !== undefined) return { kind: 'kept', word: kept, markdown };
  const lost = words.find((word) => !visible.has(word) && shown.includes(word));
  return lost === undefined ? undefined : { kind: 'lost', word: lost, markdown };
}
