/**
 * Characters that act or hide instead of being seen, by their Unicode categories.
 * Each is a global expression for `replace`; do not call `test` or `exec` on it.
 */

/** C0 and C1 control characters, except tab and line feed. */
export const CONTROLS = /(?![\t\n])\p{Cc}/gu;

/**
 * Format characters (zero-width, bidirectional, tags, soft hyphen), and line and paragraph separators.
 * U+200D stays: it joins emoji, and alone it hides nothing.
 */
export const INVISIBLE = /(?!\u200d)[\p{Cf}\p{Zl}\p{Zp}]/gu;
