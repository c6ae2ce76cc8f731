import { PercentSlider, type PercentSliderProps } from "@tidemark/kit-ui";

/** The share of the balance that the order uses. A separate file, loaded once the ticket is interactive. */
export function Percent(props: PercentSliderProps) {
  return <PercentSlider {...props} />;
}
