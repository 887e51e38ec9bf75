import { spawnSync } from 'node:child_process';
import path from 'node:path';
import fc from 'fast-check';
import { hostileMarkdown } from '../../__tests__/hostile/markdown.ts';
import { visibleText } from '../../src/text/visible.ts';

const DOCUMENTS = 200_000;
const BATCH = 10_000;
const MOST_DIFFERENCES = DOCUMENTS / 10_000;
/** Why what the action shows of a document is known to differ from what GitHub shows. */
const KNOWN: readonly (readonly [kind: string, of: RegExp])[] = [
  ["an attribute that is not closed ends within GitHub's own tags", /="|<[a-z][^>]*\n/i],
  ['GitHub cuts a reference to no footnote by the columns of other lines', /\[\\?\^[^\]]*\n/],
  ["a form feed behind a name that GitHub doesn't allow: it leaves that tag", /<\/?[a-z]+\f/i],
  ['behind a byte order mark GitHub sees no task', /^\ufeff/],
];

/** Holds what the action shows of random Markdown against cmark-gfm. @returns whether too much differs */
export function differsFromGithub(seed: number): boolean {
  const needed = ['-c', 'import cmarkgfm, selectolax.lexbor'];
  if (spawnSync('python3', needed).status !== 0) {
    console.log('Markdown is not compared with GitHub: run pip install cmarkgfm selectolax first.');
    return false;
  }
  const differing = Array.from({ length: DOCUMENTS / BATCH }, (_, at) => differences(seed + at)).flat();
  const unknown = differing.filter((markdown) => !KNOWN.some(([, of]) => of.test(markdown)));
  for (const markdown of unknown)
    console.log(`GitHub shows this in another way: ${JSON.stringify(markdown)}`);
  for (const [kind, of] of KNOWN) {
    console.log(`${differing.filter((markdown) => of.test(markdown)).length} of known kind: ${kind}`);
  }
  console.log(`Of ${DOCUMENTS} documents ${differing.length} differ from cmark-gfm.`);
  return unknown.length > 0 || differing.length > MOST_DIFFERENCES;
}

interface Shown {
  readonly shown: readonly string[];
  /** In the address of a link alone. */
  readonly linked: readonly string[];
}

/** The documents of which the action shows other words than cmark-gfm. */
function differences(seed: number): string[] {
  const documents = fc
    .sample(hostileMarkdown, { seed, numRuns: BATCH })
    .map((document) => document.toWellFormed());
  const input = documents.map((document) => `${JSON.stringify(document)}\n`).join('');
  const script = path.join(import.meta.dirname, 'cmark-gfm.py');
  const { stdout, stderr } = spawnSync('python3', [script], { input, maxBuffer: 2 ** 30, encoding: 'utf8' });
  const answers = stdout.trimEnd().split('\n');
  if (answers.length !== documents.length) throw new Error(`cmark-gfm.py stopped: ${stderr}`);
  return documents.filter((document, index) => {
    const answer: Shown | null = JSON.parse(answers[index] ?? 'null');
    if (!answer) return false;
    const visible = visibleText(document);
    const isWrong = (word: string) =>
      visible.includes(word)
        ? ![...answer.shown, ...answer.linked].includes(word)
        : answer.shown.includes(word);
    return (document.match(/K\d+Z/g) ?? []).some(isWrong);
  });
}
