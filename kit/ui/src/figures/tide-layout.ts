/** The hues of the prices of a position: danger, what is planned, what is held, and the market. */
export type TideTone = "liquidation" | "exit" | "entry" | "mark" | "plain";

export type TidePrice = {
  readonly id: string;
  readonly label: string;
  /** The price as it is printed. */
  readonly text: string;
  /** The price in whole ticks. */
  readonly ticks: number;
  readonly tone: TideTone;
  /** Where it was: the way from there is drawn. */
  readonly from?: { readonly ticks: number; readonly text: string };
};

type TideMark = {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly tone: TideTone;
  readonly isOld: boolean;
  /** From the low end, in percent of the line. */
  readonly at: number;
  /** The start of its label, in percent of the line. */
  readonly labelAt: number;
  readonly isAbove: boolean;
};
type TideStretch = { readonly id: string; readonly tone: TideTone; readonly from: number; readonly to: number };
export type TideLayout = { readonly marks: readonly TideMark[]; readonly stretches: readonly TideStretch[] };

const tideMarksMax = 6;
/** The ends of the line are free, so that the outer ticks are seen as ticks. */
const inset = 4;
/** The narrowest place of a rule, and about what a letter of its labels takes there. Where there is more room nothing overlaps either. */
const narrowest = 330;
const letter = 6.2;
const gap = 8;

const widthOf = (label: string, text: string): number => ((label.length + 1 + text.length) * letter * 100) / narrowest;

/** Labels of one row from low to high, moved aside so that they do not overlap and stay inside. */
function spread(wanted: readonly { readonly center: number; readonly width: number }[]): readonly number[] {
  const starts: number[] = [];
  let free = 0;
  for (const { center, width } of wanted) {
    const start = Math.max(free, center - width / 2);
    starts.push(start);
    free = start + width + (gap * 100) / narrowest;
  }
  let end = 100;
  for (let i = wanted.length - 1; i >= 0; i -= 1) {
    starts[i] = Math.max(0, Math.min(starts[i]!, end - wanted[i]!.width));
    end = starts[i]! - (gap * 100) / narrowest;
  }
  return starts;
}

/** All prices on one line, the most important first; what does not fit is left out. Undefined without two different prices. */
export function tideLayout(prices: readonly TidePrice[]): TideLayout | undefined {
  const shown = prices.slice(0, tideMarksMax);
  const all = shown.flatMap(({ ticks, from }) => (from === undefined ? [ticks] : [ticks, from.ticks]));
  const [low, high] = [Math.min(...all), Math.max(...all)];
  if (all.length < 2 || low === high) return undefined;
  const at = (ticks: number): number => inset + ((ticks - low) / (high - low)) * (100 - 2 * inset);
  const places = shown.flatMap((price) => {
    const place = { ...price, isOld: false, at: at(price.ticks) };
    const { from } = price;
    return from === undefined || from.ticks === price.ticks
      ? [place]
      : [place, { ...place, id: `${price.id}-from`, text: from.text, isOld: true, at: at(from.ticks) }];
  });
  const sorted = places.toSorted((a, b) => a.at - b.at);
  const rows = [true, false].map((isAbove) => {
    const row = sorted.filter((_, i) => (i % 2 === 0) === isAbove);
    const starts = spread(row.map((one) => ({ center: one.at, width: widthOf(one.label, one.text) })));
    return row.map(({ id, label, text, tone, isOld, at: place }, i) => ({
      id,
      label,
      text,
      tone,
      isOld,
      at: place,
      labelAt: starts[i]!,
      isAbove,
    }));
  });
  const stretches = shown.flatMap(({ id, tone, ticks, from }) =>
    from === undefined || from.ticks === ticks
      ? []
      : [{ id, tone, from: Math.min(at(from.ticks), at(ticks)), to: Math.max(at(from.ticks), at(ticks)) }],
  );
  return { marks: rows.flat(), stretches };
}
