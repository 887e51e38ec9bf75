import fc from 'fast-check';

/** Properties meet the same examples in every `npm test`; `npm run explore` gives another seed. */
fc.configureGlobal({ seed: Number(process.env['CHECK_SEED'] ?? 1) });
