import fc from 'fast-check';

/**
 * fast-check, with the same examples in every `npm test`; `npm run explore` gives another seed. A module of its own, so that
 * the files without properties need not load it.
 */
fc.configureGlobal({ seed: Number(process.env['CHECK_SEED'] ?? 1) });

export default fc;
