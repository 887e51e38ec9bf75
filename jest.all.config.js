import config from './jest.config.js';

/**
 * `npm run test:all`: also the tests that take long.
 *
 * @type {import('jest').Config}
 */
export default { ...config, testPathIgnorePatterns: ['/node_modules/'] };
