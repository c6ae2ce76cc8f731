import { Slider } from "./slider.tsx";

export type PercentSliderProps = {
  label: string;
  value: number;
  onChange: (percent: number) => void;
  isDisabled?: boolean;
  className?: string;
};

const quarters = [25, 50, 75].map((value) => ({ value }));

/** A whole percentage from 0 to 100 with stops at each quarter. */
export function PercentSlider(props: PercentSliderProps) {
  return <Slider {...props} min={0} max={100} stops={quarters} formatOptions={{ style: "unit", unit: "percent" }} />;
}
