import config from './jest.config.js';

// Workers inherit it: random reports are more then.
process.env.CHECK_ALL = '1';

/**
 * `npm run test:all`: also the tests that take long.
 *
 * @type {import('jest').Config}
 */
export default { ...config, testPathIgnorePatterns: ['/node_modules/'] };
