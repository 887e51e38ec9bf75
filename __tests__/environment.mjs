import { TestEnvironment } from 'jest-environment-node';

/**
 * jest kills a worker that is there half a second after its last test, and says that tests leak. On a busy machine, a
 * worker of 800 MB takes longer to give back its memory, though it ended its last millisecond of JavaScript at once. So
 * it ends hard once nothing is left. A worker that has something left to do never gets here, and jest still says so.
 */
if (process.send) process.once('beforeExit', () => process.kill(process.pid, 'SIGKILL'));

export default TestEnvironment;
