// West of UTC, where a local date is often not the date in UTC.
process.env.TZ = 'America/Los_Angeles';

/**
 * Node's options are in package.json. Without V8's compilation cache, which holds the modules of all test files, a worker
 * has half of the memory, and ends sooner.
 *
 * @type {import('jest').Config}
 */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2024' },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  testMatch: ['**/__tests__/**/*.test.ts'],
  globalSetup: '<rootDir>/__tests__/temporary.mjs',
  testSequencer: '<rootDir>/__tests__/slowest-first.mjs',
  // Shows each failure once: jest's own summary would repeat all of them.
  reporters: ['default', ['summary', { summaryThreshold: 10_000 }]],
  // `npm run explore` tries much more.
  testTimeout: process.env.CHECK_SEED ? 600_000 : 60_000,
  // Of a single file, too, failures are all that is listed.
  verbose: false,
  // On two processors three are faster: much of the time is waiting.
  maxWorkers: 3,
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/lib'],
};
