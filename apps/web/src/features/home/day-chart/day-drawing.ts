import { clockText } from "../../../lib/format/number-text.ts";
import { type DayLine, frameOfDay } from "../plot/day-line.ts";
import { heightOf, levelGridOf, levelLineOf, timesBetween } from "../../../lib/plot/level-line.ts";

/** Percent of the plot above the day's high: room for its label. */
export const dayHeadroom = 10;
export const gridLevelsMax = 7;
export const clockMarks = 5;
/** Two figures of the axis nearer than this would touch. */
const figureGapPx = 18;
const minuteMs = 60_000;

const put = (element: Element, name: string, value: string): void => {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
};
const setText = (element: Element, text: string): void => {
  if (element.textContent !== text) element.textContent = text;
};
/** Elements are as high as the plot and hang from its top, so a share of their own height is a share of the plot's; nothing is laid out. */
const sink = (element: HTMLElement, percent: number): void => {
  element.style.translate = `0 ${percent.toFixed(2)}%`;
};

/** Draws the day into the parts of its plot; `print` writes a price with so many decimals. */
export function drawDay(plot: HTMLElement, day: DayLine, print: (level: number, decimals?: number) => string): void {
  const part = <E extends Element = HTMLElement>(name: string): E => plot.querySelector<E>(`[data-part=${name}]`)!;
  const heightPx = part("field").clientHeight;
  const frame = frameOfDay(day, dayHeadroom);
  const shape = levelLineOf(day.readings, frame);
  const last = day.readings.at(-1)!.level;
  const lastAt = heightOf(last, frame);
  if (shape !== undefined) {
    put(part("line"), "d", shape.line);
    put(part("area"), "d", shape.area);
  }
  for (const name of ["end", "now"]) sink(part(name), lastAt);
  setText(part("now").firstElementChild!, print(last));

  const { levels, decimals } = levelGridOf(frame.low, frame.high, gridLevelsMax);
  for (const [index, element] of [...plot.querySelectorAll<HTMLElement>("[data-part=level]")].entries()) {
    const level = levels[index];
    element.hidden = level === undefined;
    if (level === undefined) continue;
    const at = heightOf(level, frame);
    sink(element, at);
    const isCovered = (Math.abs(at - lastAt) / 100) * heightPx < figureGapPx;
    setText(element.firstElementChild!, isCovered ? "" : print(level, decimals));
  }
  const times = timesBetween(day.from, day.to, clockMarks);
  // Early in the day the same minute would be labelled several times.
  const characters = times[1]! - times[0]! < minuteMs ? "00:00:00".length : "00:00".length;
  for (const [index, element] of [...part("clock").children].entries())
    setText(element, clockText(times[index]!).slice(0, characters));
}
