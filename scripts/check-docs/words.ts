import type { Located } from './markdown.ts';

/** What makes a sentence read as translated, as shapes, and what to write instead. */
const SHAPES = (
  [
    [/^(?:and |but )?of\b(?! course)[^,.]*,/i, 'begin with the subject'],
    [
      /(?<!\b(?:there (?:is|are|was|were)|ha(?:s|ve|d)|with|or|and|but|if|where|when|because|that|so|as|by|for|in|on|to|than|says|answers))(?<=[a-z`]) no (?!longer\b|more\b|matter\b|one\b)[a-z]/i,
      'negate the verb',
    ],
    [/\b(?:knows?|gives?|gave|sends?|sent|writes?|wrote|takes?|merged) nothing of\b/i, 'negate the verb'],
    [/, also (?:of|by|from|in|on|as|if|with|where|after|without)\b/i, '"even", or "also" before the verb'],
    [/\bas many (?:\w+ )?as\b|\bof as many\b/i, 'the same number of'],
    [/\b(?:go(?:es|ing)?|went) on\b/i, 'continue, keep running'],
    [/\bthe platform\b(?!-)/i, 'Mintlify, GitHub or the action'],
    [/\b(?:tells?|told|telling)\b/i, 'say, report, notify, distinguish'],
    [/\b(?:what|whoever|whatever) (?:asks|asked)\b|\basks? for nothing\b/i, 'trigger, request, send'],
    [/\b(?:nobody|whosoever|whoever)\b(?! (?:knows|can know))/i, 'a negated verb, or who it is'],
    [/\b(?:anew|hence|thus|lest|whence|thereof|befalls?|befell|heeds?|heeded)\b/i, "today's words"],
    [/\bsave (?:by|for|in|on|that|those|what|when|where)\b/i, 'except'],
    [/\ball the same\b|\bin vain\b|\bfor good\b/i, 'still, without effect, permanently'],
    [/(?<!\bno )\bsuch (?!as\b|an?\b)\w/i, 'this, that, these'],
    [
      /\bthe (?:request|one|run|week|month|period|release|comment|job|attempt) before\b/i,
      'previous, earlier',
    ],
    [/\b(?:period|those|that|one) compared with\b/i, 'comparison period'],
    [/\bbelongs? into\b|\bpaid for\b/i, 'in; billable'],
    [/\b(two|three|each) \w+ (?:is|are) \1\b/i, 'the fact'],
    [/\b(?:how|what|the reply|for itself) stands\b|\bstands for itself\b/i, 'exists, is'],
    [/\b(?:is|are|was|were|been) heard\b|\bmakes? itself\b/i, 'the actor and the verb'],
    [/\bof (?:the )?\w+ of (?:the )?\w+ of\b/i, 'a compound, or two sentences'],
  ] as const
).map(([shape, instead]) => [new RegExp(shape.source, 'i'), instead] as const);
const MOST_WORDS = 25;
const CODE = '`…`';

/** @returns problems such as `README.md:3: "went on": rather continue`, at the line of the text */
export function problemsOfWords(file: string, texts: readonly Located[]): string[] {
  return texts.flatMap(({ text, line }) =>
    sentencesOf(text).flatMap((sentence) => {
      const words = sentence.match(/[\p{L}\p{N}…]\S*/gu)?.length ?? 0;
      const long = words > MOST_WORDS ? [`${words} words, at most ${MOST_WORDS}: ${sentence}`] : [];
      const found = SHAPES.flatMap(([shape, instead]) => {
        const match = shape.exec(sentence);
        return match ? `"${match[0].trim()}": rather ${instead}: ${sentence}` : [];
      });
      return [...long, ...found].map((problem) => `${file}:${line}: ${problem}`);
    }),
  );
}

/** Splits a text into sentences; a list of code is one word. */
function sentencesOf(text: string): string[] {
  const plain = text.replace(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '…').replace(/(`+)[^`]+\1/g, CODE);
  const listed = plain.replace(/`…`(?:(?:,| or| and|, or|, and| to|:) `…`)+/g, CODE);
  return listed
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]["')*]*) (?=[\p{Lu}`"'*(…])|; /u);
}

const TOKENS =
  /\/\*\*?([\s\S]*?)\*\/|\/\/[^\n]*|(?<=[=(,:;!&|?[{]\s*|return )\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const FUNCTION =
  /^\s*(?:export )?(?:default )?(?:(?:async )?function\b|const \w+ =(?: async)? (?:<[^>]*>)?\()/;

/** Reads the strings of three words or more of TypeScript or JSON: messages, and texts of `--help`. */
export function messagesOf(source: string): Located[] {
  return [...source.matchAll(TOKENS)].flatMap(({ 0: token, index }) =>
    /^['"`]/.test(token)
      ? token
          .slice(1, -1)
          .replace(/\\(?=['"`])/g, '')
          .split(/\n|\\n/)
          .filter((text) => /[a-z]\S* \S+ \S*[a-z]/i.test(text))
          .map((text) => ({ text: text.trim(), line: lineAt(source, index) }))
      : [],
  );
}

/** Reads the doc comments of TypeScript, and checks how they begin. */
export function problemsOfDocs(file: string, source: string): string[] {
  const docs = [...source.matchAll(TOKENS)].filter(({ 0: token }) => token.startsWith('/**'));
  return docs.flatMap(({ 0: token, 1: body = '', index }) => {
    const [text = '', ...tags] = body
      .replace(/^\s*\* ?/gm, '')
      .replace(/\{@link ([^}]*)\}/g, '`$1`')
      .split(/^\s*@\w+(?: \w+(?= [A-Z]))?|(?<=\. )@\w+/m)
      .map((part) => part.replace(/```[\s\S]*?```|^ {4}.*$/gm, '').trim());
    const line = lineAt(source, index);
    const isFunction = FUNCTION.test(source.slice(index + token.length));
    const isVerb = /^(?:[A-Z][a-z]+(?:[^s\W]|s?e)s|Is|Has|Does)\b/.test(text);
    const start = /^(?:Of|The same|As|Such|Where|With|What|For|In|On|By|To|At|From)\b/.exec(text)?.[0];
    const begins = start ?? (isFunction && text !== '' && !isVerb ? text.split(/[\s,]/, 1)[0] : undefined);
    const problem =
      begins && `${file}:${line}: a doc comment begins with "${begins}": rather a verb, or a noun`;
    return [
      ...(problem ? [problem] : []),
      ...problemsOfWords(
        file,
        [text, ...tags].flatMap((each) => each.split(/\n\s*\n|\n- /).map((part) => ({ text: part, line }))),
      ),
    ];
  });
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}
