import type { Located } from './markdown.ts';

/** Words for people whose time is short and whose English may be second-hand. */

/** What people stumble over, and what to write instead. */
const PATTERNS = (
  [
    [/\b(?:go(?:es|ing)?|went) on\b/i, 'continue, keep running, send a follow-up, run only if'],
    [/\bthe platform\b(?!-)/i, 'Mintlify, GitHub or the action'],
    [/\b(?:tells?|told|telling)\b/i, 'say, report, notify, distinguish'],
    [/\basks? for nothing\b|\b(?:what|whoever|whatever) (?:asks|asked)\b/i, 'trigger, request, send'],
    [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b)\w/i, 'a negated verb'],
    [/\b(?:nobody|whoever|whosoever)\b/i, 'a negated verb, or who it is'],
    [/\b(?:anew|hence|thus|lest|whence|thereof|befalls?|befell|heeds?|heeded)\b/i, "today's words"],
    [/\bsave (?:by|for|in|on|that|those|what|when|where)\b/i, 'except'],
    [/\ball the same\b|\bin vain\b|\bfor good\b|\bto no avail\b/i, 'still, without effect, permanently'],
    [/(?<!\bno )\bsuch (?!as\b|an?\b)\w/i, 'this, that, these'],
    [
      /\bthe (?:request|one|run|week|month|period|release|comment|job|attempt) before\b/i,
      'previous, earlier',
    ],
    [/\b(?:that|those) of the \w+ (?:before|after)\b|\bas many (?:days|others|other days) as\b/i, 'a noun'],
    [/\bbelongs? into\b|\bpaid for\b/i, 'in; billable'],
    [/\b(two|three|each) \w+ (?:is|are) \1\b/i, 'the fact'],
    [/\bthe reply stands\b|\bstands for itself\b|\bwhat stands\b/i, 'exists, is'],
    [/\b(?:is|are|was|were|has been) heard\b|\bmakes? itself\b/i, 'the actor and the verb'],
    [/\bof (?:the )?\w+ of (?:the )?\w+ of\b/i, 'a compound, or two sentences'],
  ] as const
).map(([pattern, instead]) => [new RegExp(pattern.source.replaceAll(' ', '\\s+'), 'i'), instead] as const);

/** The most words of each page, as `wc -w` counts them; 1,000 of any other in docs/, and of all together. */
const MOST_WORDS: Readonly<Record<string, number>> = {
  'README.md': 1000,
  'ARCHITECTURE.md': 1750,
  'CONTRIBUTING.md': 1450,
  'docs/faq.md': 600,
  'docs/many-projects.md': 700,
  'docs/migration.md': 550,
  'docs/proofs.md': 2050,
  'docs/recipes.md': 1250,
  'docs/reference.md': 3000,
  'docs/reliability.md': 600,
  'docs/troubleshooting.md': 2000,
};
const MOST_OF_A_PAGE = 1000;
const MOST_OF_ALL = 15_500;

/** @returns what is said in words that people stumble over, such as `README.md:3: "went on": write continue` */
export function problemsOfWords(file: string, texts: readonly Located[]): string[] {
  return texts.flatMap(({ text, line }) =>
    PATTERNS.flatMap(([pattern, instead]) => {
      const found = pattern.exec(text);
      if (!found) return [];
      const at = line + text.slice(0, found.index).split('\n').length - 1;
      return `${file}:${at}: "${found[0].replace(/\s+/g, ' ')}": rather ${instead}`;
    }),
  );
}

/** The lines of a page, without code: quoted messages are checked where they are made. */
export function proseOf(markdown: string): Located[] {
  const blank = (code: string) => code.replace(/[^\n]/g, '');
  const prose = markdown
    .replace(/^( *)(```+|~~~+)[^\n]*\n[\s\S]*?^\1\2/gm, blank)
    .replace(/(`+)(?!`)[^`]*?[^`]\1(?!`)/g, (code) => `\`\`${blank(code)}`);
  return prose.split(/\n(?=\s*\n|[-|#>] ?)/).map((text, index, all) => {
    const before = all.slice(0, index).join('\n').split('\n').length;
    return { text, line: index === 0 ? 1 : before + 1 };
  });
}

const TOKENS =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|(?<=[=(,:;!&|?[{]\s*|return )\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

/** The strings of TypeScript source that hold three words or more: messages. */
export function messagesOf(source: string): Located[] {
  return [...source.matchAll(TOKENS)].flatMap(({ 0: token, index }) => {
    const isMessage = /^['"`]/.test(token) && /[a-z]\S* \S+ \S*[a-z]/i.test(token);
    return isMessage
      ? { text: token.replace(/\\(?=['"`])/g, ''), line: source.slice(0, index).split('\n').length }
      : [];
  });
}

/** @param pages texts by file */
export function problemsOfLength(pages: ReadonlyMap<string, string>): string[] {
  const counted = [...pages]
    .filter(([file]) => file in MOST_WORDS || file.startsWith('docs/'))
    .map(([file, text]) => [file, text.split(/\s+/).filter(Boolean).length] as const);
  const all = counted.reduce((sum, [, words]) => sum + words, 0);
  const limits = counted.map(([file, words]) => [file, words, MOST_WORDS[file] ?? MOST_OF_A_PAGE] as const);
  return [...limits, ['All pages', all, MOST_OF_ALL] as const].flatMap(([file, words, most]) =>
    words > most ? `${file}: ${words} words, and at most ${most} are allowed` : [],
  );
}
