import { expect, test } from '@jest/globals';
import { minifyModules } from '../../scripts/build/minify.ts';

const BUNDLE = `var modules = ({

/***/ 12:
/***/ ((module, exports, load) => {

// What a comment says is gone.
class KeptError extends Error {}
module.exports = { answer: () => load(7).number * 2, failure: new KeptError("a /***/ b") };

/***/ }),

/***/ 7:
/***/ ((module) => {

module.exports = { number: 21 };

/***/ })

/******/ });
`;

interface Loaded {
  readonly answer: () => number;
  readonly failure: Error;
}

function load(bundle: string, id: number): Loaded {
  const modules = new Function(`${bundle}; return modules`)() as Record<number, (...args: unknown[]) => void>;
  const module = { exports: {} };
  modules[id]?.(module, module.exports, (other: number) => load(bundle, other));
  return module.exports as Loaded;
}

test('a minified bundle does what it did, and keeps the names of classes', () => {
  const { answer, failure } = load(minifyModules(BUNDLE), 12);
  expect(answer()).toBe(42);
  expect(failure.constructor.name).toBe('KeptError');
  expect(failure.message).toBe('a /***/ b');
});

test('each module is one line, in the parentheses that make V8 compile it at once', () => {
  const lines = minifyModules(BUNDLE).split('\n');
  expect(lines.filter((line) => /^\(.*\}\),?$/.test(line))).toHaveLength(2);
  expect(lines.join('\n')).not.toContain('comment');
});

test('what is no module stays as it is', () => {
  const runtime = '/******/ // The module cache\n/******/ var cache = {};\n';
  expect(minifyModules(runtime)).toBe(runtime);
});
