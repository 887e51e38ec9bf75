import { type Located, lineAt } from './markdown.ts';

/** Shapes and words that make a sentence read as translated, and what to write instead. */
const SHAPES: readonly (readonly [shape: RegExp, instead: string])[] = [
  [/^(?:and |but )?of\b(?! course)[^,.]*,/i, 'the subject first'],
  [
    /(?<!\b(?:there (?:is|are|was|were)|ha(?:s|ve|d)|with|or|and|but|if|where|when|because|that|so|as|by|for|in|on|to|than|says|answers))(?<=[a-z`]) no (?!longer\b|more\b|matter\b|one\b)[a-z]|\b(?:knows?|g[ai]ves?|sends?|sent|writes?|wrote|takes?|merged) nothing of\b|\bnobody\b(?! (?:knows|can know))/i,
    'a negated verb',
  ],
  [/, also (?:of|by|from|in|on|as|if|with|where|after|without)\b/i, '"even", or "also" before the verb'],
  [/\bas many (?:\w+ )?as\b|\bof as many\b|\b(two|three|each) \w+ (?:is|are) \1\b/i, 'the same number of'],
  [/\bthe platform\b(?!-)/i, 'Mintlify, GitHub or the action'],
  [/\b(?:tells?|told|telling)\b/i, 'say, report, notify, distinguish'],
  [/\b(?:what|whatever) (?:asks|asked)\b|\basks? for nothing\b/i, 'trigger, request, send'],
  [/\bthe (?:request|one|run|week|month|period|release|comment|job|attempt) before\b/i, 'previous, earlier'],
  [/\b(?:period|those|that|one) compared with\b/i, 'comparison period'],
  [
    /\b(?:how|what|the reply|for itself) stands\b|\b(?:is|are|was|were|been) heard\b/i,
    'the actor and the verb',
  ],
  [/\bof (?:the )?\w+ of (?:the )?\w+ of\b/i, 'a compound, or two sentences'],
  [
    /\b(?:go(?:es|ing)? on|went on|who(?:so)?ever|anew|hence|thus|lest|whence|thereof|befalls?|befell|heed(?:s|ed)?|all the same|in vain|for good|belongs? into|paid for|stands for itself|makes? itself|save (?:by|for|in|on|that|those|what|when|where))\b|(?<!\bno )\bsuch (?!as\b|an?\b)\w/i,
    "today's words",
  ],
];
const MOST_WORDS = 25;
const CODE = '`…`';

/** @returns problems such as `README.md:3: "went on": rather continue`, at the line of the text */
export function problemsOfWords(file: string, texts: readonly Located[]): string[] {
  return texts.flatMap(({ text, line }) =>
    sentencesOf(text).flatMap((sentence) => {
      const words = sentence.match(/[\p{L}\p{N}…]\S*/gu)?.length ?? 0;
      // Without a capital letter it is a list of names.
      const long =
        words > MOST_WORDS && /\p{Lu}/u.test(sentence)
          ? [`${words} words, at most ${MOST_WORDS}: ${sentence}`]
          : [];
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

/** Comments and strings, and regular expressions, so that their quotes begin no string. */
const TOKENS =
  /\/\*\*?([\s\S]*?)\*\/|\/\/[^\n]*|(?<=[=(,:;!&|?[{]\s*|return )\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const FUNCTION =
  /^\s*(?:export )?(?:default )?(?:(?:async )?function\b|const \w+ =(?: async)? (?:<[^>]*>)?\()/;

/** Reads the strings of three words or more of TypeScript or JSON: messages, and texts of `--help`. */
export function messagesOf(source: string): Located[] {
  return [...source.matchAll(TOKENS)]
    .filter(({ 0: token }) => /^['"`]/.test(token))
    .flatMap(({ 0: token, index }) => {
      const lines = token
        .slice(1, -1)
        .replace(/\\(?=['"`])/g, '')
        .split(/\n|\\n/);
      const line = lineAt(source, index);
      return lines.filter((text) => /[a-z]\S* \S+ \S*[a-z]/i.test(text)).map((text) => ({ text, line }));
    });
}

/** Reads the doc comments of TypeScript, and checks how they begin. */
export function problemsOfDocs(file: string, source: string): string[] {
  const docs = [...source.matchAll(TOKENS)].filter(({ 0: token }) => token.startsWith('/**'));
  return docs.flatMap(({ 0: token, 1: body = '', index }) => {
    const line = lineAt(source, index);
    const texts = body
      .replace(/^\s*\* ?/gm, '')
      .replace(/\{@link ([^}]*)\}/g, '`$1`')
      .replace(/```[\s\S]*?```|^ {4}.*$/gm, '')
      .split(/^\s*@\w+(?: \w+(?= [A-Z]))?|(?<=\. )@\w+|\n\s*\n|\n- /m);
    const [text = ''] = texts.map((part) => part.trim());
    const isFunction = FUNCTION.test(source.slice(index + token.length));
    const isVerb = /^(?:[A-Z][a-z]+(?:[^s\W]|s?e)s|Is|Has|Does)\b/.test(text);
    const [start] = /^(?:Of|The same|As|Such|Where|With|What|For|In|On|By|To|At|From)\b/.exec(text) ?? [];
    const begins = start ?? (isFunction && text !== '' && !isVerb ? text.split(/[\s,]/, 1)[0] : undefined);
    const problem = `${file}:${line}: a doc comment begins with "${begins}": rather a verb, or a noun`;
    const problems = problemsOfWords(
      file,
      texts.map((part) => ({ text: part, line })),
    );
    return begins ? [problem, ...problems] : problems;
  });
}
