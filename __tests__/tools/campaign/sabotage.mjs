import { registerHooks } from 'node:module';

/**
 * Breaks one line of the action as it is loaded: `SABOTAGE` is `{"file", "good", "bad"}`. A campaign that finds
 * nothing then would find nothing ever.
 */
const { file, good, bad } = JSON.parse(process.env.SABOTAGE ?? '{}');

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith(file)) return loaded;
    const source = String(loaded.source);
    if (source.split(good).length !== 2) throw new Error(`${file} does not hold exactly one "${good}"`);
    return { ...loaded, source: source.replace(good, bad) };
  },
});
