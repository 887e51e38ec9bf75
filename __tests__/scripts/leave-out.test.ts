import { expect, test } from '@jest/globals';
import { leaveOut } from '../../scripts/build/leave-out.ts';

const external = (name: string) =>
  `((module) => {\n\nmodule.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("${name}");\n\n})`;

test('a module that is left out throws when it is required, and the others stay', () => {
  const bundle = leaveOut(`[${external('node:net')}, ${external('node:http2')}]`, 'node:http2');
  expect(bundle).toContain(external('node:net'));
  expect(bundle).not.toContain('("node:http2")');
  const modules = new Function(
    '__WEBPACK_EXTERNAL_createRequire',
    `return ${bundle.replaceAll('import.meta', '({})')}`,
  );
  const [kept, left] = modules(() => (name: string) => `the module ${name}`) as ((module: object) => void)[];
  const module = { exports: '' };
  kept?.(module);
  expect(module.exports).toBe('the module node:net');
  expect(() => left?.(module)).toThrow('node:http2 is left out of the bundle');
});

test.each([0, 2])('a bundle that requires it in %d places is not what is expected', (places) => {
  expect(() => leaveOut(external('node:http2').repeat(places), 'node:http2')).toThrow(`in ${places} places`);
});
