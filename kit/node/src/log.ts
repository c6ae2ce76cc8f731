import { type Logger, pino } from "pino";

export type Log = Logger;

/** One JSON line per event. Fields are named one by one, never whole foreign objects, so that no secret gets in. */
export function createLog(name: string, write?: (line: string) => void): Log {
  const options = { name, level: process.env.LOG_LEVEL ?? "info", base: { name } };
  return write === undefined ? pino(options) : pino(options, { write });
}
