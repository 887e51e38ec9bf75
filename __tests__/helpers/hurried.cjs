/**
 * Loaded by Node before the action, it makes the process wait HURRY times as fast as it says it does, so that a test sees
 * the action's own patience end. Requests take the time that they take.
 */
const timers = require('node:timers/promises');
const { syncBuiltinESMExports } = require('node:module');

const speed = Number(process.env['HURRY']);

const now = performance.now.bind(performance);
performance.now = () => now() * speed;

const sleep = timers.setTimeout;
timers.setTimeout = (ms, ...rest) => sleep(ms / speed, ...rest);
syncBuiltinESMExports();

// A busy machine must not be taken for a server that does not answer.
const SHORTEST_MS = 2_000;
const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => timeout(Math.max(Math.min(ms, SHORTEST_MS), ms / speed));
