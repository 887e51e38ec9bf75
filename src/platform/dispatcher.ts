import { type Dispatcher, EnvHttpProxyAgent } from 'undici';

/** Whether `hostname` (of a URL) is this machine. No request to it goes through a proxy. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.*\.)?localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
}

/**
 * Connections to `origin`: direct, or through the proxy of `HTTPS_PROXY` and `NO_PROXY`.
 *
 * @throws {Error} with the code `PROXY_URL`
 */
export function createDispatcher(origin: URL, env: NodeJS.ProcessEnv): Dispatcher {
  const variables = isLoopback(origin.hostname) ? {} : env;
  // undici 6 calls the class experimental on stderr, which a reader of the log cannot act on.
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return new EnvHttpProxyAgent({
      httpProxy: variables['http_proxy'] ?? variables['HTTP_PROXY'] ?? '',
      httpsProxy: variables['https_proxy'] ?? variables['HTTPS_PROXY'] ?? '',
      noProxy: variables['no_proxy'] ?? variables['NO_PROXY'] ?? '',
    });
  } catch {
    // The error of `new URL` quotes what it was given, which may hold the proxy's password.
    throw Object.assign(new Error('A proxy variable holds no URL'), { code: 'PROXY_URL' });
  } finally {
    process.emitWarning = emitWarning;
  }
}
