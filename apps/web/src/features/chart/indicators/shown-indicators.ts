import { type IndicatorName, indicatorKinds, kindOf, type LineColour } from "./indicator-kinds.ts";

/** An indicator on the chart, as it is kept. */
export type ShownIndicator = {
  readonly id: string;
  readonly name: IndicatorName;
  readonly inputs: Readonly<Record<string, number>>;
  readonly colours: Readonly<Record<string, LineColour>>;
  readonly isHidden: boolean;
};

/** More would leave no room for the prices. */
export const shownMax = 12;

export function newIndicator(name: IndicatorName, id: string): ShownIndicator {
  const { inputs, lines } = kindOf(name);
  return {
    id,
    name,
    inputs: Object.fromEntries(inputs.map((input) => [input.id, input.value])),
    colours: Object.fromEntries(lines.map((line) => [line.id, line.colour])),
    isHidden: false,
  };
}

export const shownAtFirst: readonly ShownIndicator[] = [newIndicator("MA", "MA-1")];

/** What is kept, without indicators that this version of the page does not have. */
export const knownOf = (shown: readonly ShownIndicator[]): readonly ShownIndicator[] =>
  shown.filter(({ name }) => name in indicatorKinds);

/** An id that no other indicator of the chart has. */
export function idFor(name: IndicatorName, shown: readonly ShownIndicator[]): string {
  let count = 1;
  while (shown.some(({ id }) => id === `${name}-${count}`)) count += 1;
  return `${name}-${count}`;
}

/** A typed input, kept between its limits. */
export function boundedInput(name: IndicatorName, id: string, value: number): number {
  const input = kindOf(name).inputs.find((each) => each.id === id);
  if (input === undefined || !Number.isFinite(value)) return input?.value ?? 1;
  const rounded = Number(value.toFixed(input.decimals ?? 0));
  return Math.min(input.max, Math.max(input.min, rounded));
}

/** "MA7" of a line with a period, "K" of one without. */
export function lineLabels({
  name,
  inputs,
}: ShownIndicator): readonly { readonly id: string; readonly text: string }[] {
  return kindOf(name).lines.map(({ id, short, input }) => ({
    id,
    text: input === undefined ? short : `${short}${inputs[input] ?? ""}`,
  }));
}

/** "7, 25, 99": the inputs in the list of what is on the chart. */
export const inputsText = ({ name, inputs }: ShownIndicator): string =>
  kindOf(name)
    .inputs.map(({ id, value }) => inputs[id] ?? value)
    .join(", ");
