/**
 * The files of undici that the bundle takes, by the types of its index. The index itself also loads fetch, WebSocket,
 * a cache and mocks, which nothing here uses and every start would pay for (docs/performance.md).
 * The paths are not documented: `__tests__/platform/transport.test.ts` notices when a version moves them.
 */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
declare module 'undici/lib/dispatcher/dispatcher.js' {
  export { Dispatcher as default } from 'undici';
}
declare module 'undici/lib/dispatcher/env-http-proxy-agent.js' {
  export { EnvHttpProxyAgent as default } from 'undici';
}
declare module 'undici/lib/api/index.js' {
  /** `request()`, `connect()` and the like, as methods of a dispatcher. */
  const methods: object;
  export default methods;
}
