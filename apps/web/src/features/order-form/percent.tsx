import { PercentSlider, type PercentSliderProps } from "@tidemark/kit-ui";

/** How much of what is there the order takes. A file of its own, fetched once the ticket can be used: its fields do without it. */
export function Percent(props: PercentSliderProps) {
  return <PercentSlider {...props} />;
}
