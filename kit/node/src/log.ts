import { type Logger, pino } from "pino";

export type Log = Logger;

/** One JSON line per fact; fields are named, never whole objects of strangers, so that no secret slips in. */
export const createLog = (name: string): Log => pino({ name, level: process.env.LOG_LEVEL ?? "info", base: { name } });
