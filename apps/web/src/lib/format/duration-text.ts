import type { Lang } from "@tidemark/contracts";
import { printTagOf } from "../i18n/languages.ts";

const second = 1_000;
const minute = 60 * second;
const units = [
  { unit: "day", size: 24 * 60 * minute },
  { unit: "hour", size: 60 * minute },
  { unit: "minute", size: minute },
] as const;
type Unit = (typeof units)[number]["unit"] | "second" | "millisecond";

const partText = (tag: string, unit: Unit, count: number, decimals = 0): string =>
  new Intl.NumberFormat(tag, {
    style: "unit",
    unit,
    unitDisplay: "short",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(count);

/** 3 days 6 hr, 6 hr 20 min, 8 hr: the two largest units as the language writes them; what is less than the last one is cut. */
function largeText(ms: number, tag: string): string {
  let left = ms;
  const parts = units.flatMap(({ unit, size }) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? [] : [{ unit, count }];
  });
  // After a day, minutes do not matter, even if there is no hour between them.
  const last = units.findIndex(({ unit }) => unit === parts[0]?.unit) + 1;
  return parts
    .filter(({ unit }) => units.findIndex((one) => one.unit === unit) <= last)
    .map(({ unit, count }) => partText(tag, unit, count))
    .join(" ");
}

/** Milliseconds below a second, seconds with a decimal below a minute, then the two largest units. */
export function durationText(ms: number, lang: Lang): string {
  const tag = printTagOf(lang);
  if (ms < second) return partText(tag, "millisecond", ms);
  return ms < minute ? partText(tag, "second", Math.floor(ms / 100) / 10, 1) : largeText(ms, tag);
}

/** The same for what is counted in minutes: the part of one that has begun is a whole one. */
export function minutesText(ms: number, lang: Lang): string {
  const whole = Math.ceil(ms / minute) * minute;
  const tag = printTagOf(lang);
  return whole === 0 ? partText(tag, "minute", 0) : largeText(whole, tag);
}
