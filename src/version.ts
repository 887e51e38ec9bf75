/** The action's version, as in package.json (a test holds them together). */
export const VERSION = '1.0.0';
export const USER_AGENT = `docs-agent-action/${VERSION}`;
