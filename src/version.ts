/** The action's version, as in package.json (a test holds them together). Sent as the `User-Agent`. */
export const VERSION = '1.0.0';
