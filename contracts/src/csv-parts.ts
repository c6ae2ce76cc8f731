import { z } from "zod";
import { ofTrader } from "./call-parts.ts";
import { sourceSeq, timeZoneText } from "./values.ts";

/**
 * The zone that times are written in, and the place that a page before this one ended at. The gateway turns the pages: each is a read of its
 * own, for which it takes a token, and a user has one file at a time.
 */
export const csvAsk = { timeZone: timeZoneText.default("UTC"), after: z.string().max(64).optional() };
/** What every call of a file has. */
export const csvCall = {
  ...ofTrader,
  answers: "history",
  rate: "read",
  shape: "csv",
  refusals: [],
} as const;

export const csvText = z.string();
/** The zone's distance from UTC at that moment is beside the time, which spreadsheets read without it. */
export const csvTime = { time: csvText, zone: csvText };
export const csvOf = <Line extends z.ZodType>(line: Line) =>
  z.object({ ...sourceSeq, list: z.array(line), next: z.string().optional() });
