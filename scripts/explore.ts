/**
 * Runs every test that draws at random with a seed that was never used before, to find counterexamples that `npm test`, whose seed
 * is fixed, does not meet. Then compares what the action shows of 600,000 random documents with what cmark-gfm, GitHub's own
 * Markdown reader, and a browser's parser show. A seed as the argument runs that one again.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { visibleText } from '../src/text/visible.ts';
import { DOCUMENTS } from './explore/documents.ts';

const COUNT = 200_000;
const BATCH = 10_000;
/** Documents for each of which a shown word is lost. */
const MOST_LOST = COUNT / 2000;
const MOST_PRINTED = 5;

/** Of a document: the words that are shown, and those that are in the address of a link. */
type Words = Readonly<Record<'shown' | 'linked', readonly string[]>>;

function wordsIn(documents: readonly string[]): (Words | null)[] {
  const input = documents.map((document) => `${JSON.stringify(document)}\n`).join('');
  const script = path.join(import.meta.dirname, 'explore/cmark-gfm.py');
  const { stdout, stderr } = spawnSync('python3', [script], { input, maxBuffer: 2 ** 30, encoding: 'utf8' });
  const answers = stdout.trimEnd().split('\n');
  if (answers.length !== documents.length) throw new Error(`cmark-gfm.py stopped: ${stderr}`);
  return answers.map((answer) => JSON.parse(answer));
}

/** @returns whether a hidden word is kept, or too many shown ones are lost */
function differs([name, documents]: readonly [string, fc.Arbitrary<string>]): boolean {
  const kept: string[] = [];
  const lost: string[] = [];
  for (let batch = 0; batch < COUNT / BATCH; batch += 1) {
    const texts = fc.sample(documents, { seed: Number(seed) + batch, numRuns: BATCH });
    for (const [index, words] of wordsIn(texts).entries()) {
      const text = texts[index] ?? '';
      const visible = new Set(visibleText(text).match(/K\d+Z/g));
      const isKept = (word: string) => !words?.shown.includes(word) && !words?.linked.includes(word);
      if (words && [...visible].some(isKept)) kept.push(text);
      else if (words?.shown.some((word) => !visible.has(word))) lost.push(text);
    }
  }
  console.log(
    `${name}: of ${COUNT} documents ${kept.length} keep a hidden word, ${lost.length} lose a shown one.`,
  );
  for (const text of [...kept.slice(0, MOST_PRINTED), ...lost.slice(0, MOST_PRINTED)])
    console.log(JSON.stringify(text));
  return kept.length > 0 || lost.length > MOST_LOST;
}

const seed = process.argv[2] ?? String(Math.floor(Math.random() * 2 ** 31));
if (!/^\d+$/.test(seed)) throw new Error(`the seed is a whole number, not ${seed}`);
const files = globSync('__tests__/**/*.test.ts').filter((file) =>
  /fast-check|tryTexts|CHECK_SEED/.test(readFileSync(file, 'utf8')),
);
const again = `Seed ${seed}. Again: npm run explore -- ${seed}`;
console.log(again);
const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
const env = { ...process.env, CHECK_SEED: seed };
const { status } = spawnSync(process.execPath, [...jest, ...files], { env, stdio: 'inherit' });
process.exitCode = status ?? 1;
if (spawnSync('python3', ['-c', 'import cmarkgfm, selectolax.lexbor']).status !== 0)
  console.log('Markdown is not compared with GitHub: run pip install cmarkgfm selectolax first.');
else if (Object.entries(DOCUMENTS).filter(differs).length > 0) process.exitCode = 1;
console.log(again);
