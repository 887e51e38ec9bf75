/**
 * Makes a bundle go without one of Node's modules: loading it throws, as on a Node that was built without it. That is
 * only right for a module that the code requires in a `try`, and has no use for.
 *
 * @param bundle webpack's output, where each module of Node's is a module that requires it
 * @throws if the bundle does not require `name` in exactly one place
 */
export function leaveOut(bundle: string, name: string): string {
  const [required, ...more] = bundle.split(
    `module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("${name}");`,
  );
  if (required === undefined || more.length !== 1) {
    throw new Error(`the bundle requires ${name} in ${more.length} places, not in one`);
  }
  return `${required}throw new Error('${name} is left out of the bundle');${more[0]}`;
}
