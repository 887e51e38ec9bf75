/** Version of the action, as in package.json. */
export const VERSION = '1.0.0-dev';
export const USER_AGENT = `docs-agent-action/${VERSION}`;
