import { dateText } from "../../lib/format/number-text.ts";

/** Day and time of the product's date format, which is the reader's own zone. */
const partsOf = (at: number): readonly [day: string, time: string] => {
  const [day = "", time = ""] = dateText(at).split(" ");
  return [day, time];
};
export const timeOfDayText = (at: number): string => partsOf(at)[1];

export type Day<T> = { readonly day: string; readonly list: readonly T[] };

/** Rows under their days, in the order in which they come. */
export function byDay<T extends { readonly createTime: number }>(rows: readonly T[]): readonly Day<T>[] {
  const days: { day: string; list: T[] }[] = [];
  for (const row of rows) {
    const [day] = partsOf(row.createTime);
    if (days.at(-1)?.day === day) days.at(-1)!.list.push(row);
    else days.push({ day, list: [row] });
  }
  return days;
}
