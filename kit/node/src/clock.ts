/** Wall time and steady time as parameters, so that tests and the simulator can set them. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Microseconds since 1970. */
  nowUs(): number;
  /** Milliseconds that only ever grow. */
  steady(): number;
  sleep(ms: number): Promise<void>;
};

/** What makes something happen later. Code that must run under the simulator takes these and never the globals. */
export type Timers = {
  /** Runs once after `ms`; the function returned calls it off. */
  after(ms: number, run: () => void): () => void;
  /** Runs when the event loop has turned once: whatever already waits to be read is read first. */
  soon(run: () => void): void;
};
export type Time = Clock & Timers;

// The steady clock has the resolution, the wall clock has the truth: an operator or NTP may set it while we run.
let wallAheadMs = performance.timeOrigin;
const wallDriftMaxMs = 2;

function nowUs(): number {
  const steady = performance.now();
  const wall = Date.now();
  if (Math.abs(wall - steady - wallAheadMs) > wallDriftMaxMs) wallAheadMs = wall - steady;
  return Math.floor((wallAheadMs + steady) * 1000);
}

export const systemClock: Clock = {
  now: () => Date.now(),
  nowUs,
  steady: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  soon: (run) => void setImmediate(run),
};

export const systemTime: Time = { ...systemClock, ...systemTimers };
