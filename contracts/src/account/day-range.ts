import { z } from "zod";
import { timeZoneText } from "../values.ts";

/** A year, and the day of a leap year. */
const daysMax = 366;
const [firstDay, lastDay] = ["2000-01-01", "2100-12-31"] as const;

/** Days that the calendar has: JavaScript reads 31 February as 3 March. */
function isDay(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) && text >= firstDay && text <= lastDay;
}

const dayText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "a day, such as 2026-11-14")
  .refine(isDay, `a day of the calendar from ${firstDay} to ${lastDay}`);
const dayMs = 86_400_000;

/** Days of the trader's zone, the first and the last included. */
export const dayRange = { from: dayText, to: dayText, timeZone: timeZoneText.default("UTC") };

export const isShort = ({ from, to }: { from: string; to: string }): boolean => {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days >= 1 && days <= daysMax;
};
export const shortRange = `1 to ${daysMax} days`;
