import { type Logger, pino } from "pino";

export type Log = Logger;

/** One JSON line per event. Fields are named one by one, never whole foreign objects, so that no secret gets in. */
export const createLog = (name: string): Log => pino({ name, level: process.env.LOG_LEVEL ?? "info", base: { name } });
