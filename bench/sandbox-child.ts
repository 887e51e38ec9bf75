import { type SandboxOptions, startSandbox } from '../sandbox/server.ts';

/** What arrived since the last time that was asked. Times are milliseconds since 1970. */
export interface Arrivals {
  requests: number;
  /** When the first request had arrived. */
  firstAt: number;
  /** When the last one was answered. */
  lastAnswerAt: number;
}

const none = (): Arrivals => ({ requests: 0, firstAt: 0, lastAnswerAt: 0 });
let arrivals = none();

// The options come as JSON in the first argument.
const sandbox = await startSandbox({
  ...(JSON.parse(process.argv[2] ?? '{}') as SandboxOptions),
  perHour: Number.POSITIVE_INFINITY,
  onAnswer({ at }) {
    arrivals.requests += 1;
    arrivals.firstAt ||= at;
    arrivals.lastAnswerAt = performance.timeOrigin + performance.now();
  },
});
process.on('message', () => {
  process.send?.(arrivals);
  arrivals = none();
});
process.on('disconnect', () => process.exit());
process.send?.({ url: sandbox.url, apiKey: sandbox.apiKey });
