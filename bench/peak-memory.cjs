// Loaded before a measured script: writes its peak memory in bytes to the file of BENCH_PEAK_MEMORY when it ends.
const { readFileSync, writeFileSync } = require('node:fs');

function peakBytes() {
  try {
    // Linux lets the figure of getrusage begin with that of the process that started this one.
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

process.on('exit', () => writeFileSync(process.env.BENCH_PEAK_MEMORY, String(peakBytes())));
