/** Wall time and steady time as parameters, so that tests and the simulator can set them. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Microseconds since 1970. */
  nowUs(): number;
  /** Monotonic milliseconds. */
  steady(): number;
  sleep(ms: number): Promise<void>;
};

/** Timers. Code that must run under the simulator takes these and never the globals. */
export type Timers = {
  /** Runs once after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Runs after one turn of the event loop, when pending input has been read. */
  soon(run: () => void): void;
};
export type Time = Clock & Timers;

// The steady clock has the resolution, the wall clock is authoritative: an operator or NTP may set it at any time.
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
