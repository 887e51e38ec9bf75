import { minifySync } from '@swc/core';

/** A module of webpack's output, from the line of its parameters to the line of its closing brace. */
const MODULE = /^\/\*{3}\/ \((?<head>.* => \{\n)(?<body>[\s\S]*?)^\/\*{3}\/ \}\)/gm;

/**
 * Minifies each module of a bundle by itself, and keeps webpack's own lines around it. Two things are gained over
 * minifying the whole file: V8 compiles a function in parentheses at once, where it would otherwise read every module
 * twice (minifiers drop these parentheses, and the start is then as slow as without minifying); and a change in one
 * module is a change of one line.
 *
 * Names of classes and methods stay, so that the stack of an error still says where it was.
 */
export function minifyModules(bundle: string): string {
  return bundle.replaceAll(MODULE, (_, head: string, body: string) => {
    const { code } = minifySync(`export default (${head}${body}})`, {
      module: true,
      compress: { passes: 2 },
      mangle: { keep_classnames: true },
      format: { comments: false },
    });
    const [, parenthesized] = /^export default ?(\(.*\));?$/s.exec(code) ?? [];
    if (parenthesized === undefined) throw new Error(`the parentheses are gone: ${code.slice(0, 80)}`);
    return parenthesized;
  });
}
