import { Slider, SliderThumb, SliderTrack } from "react-aria-components/Slider";
import { classNames } from "../class-names.ts";

export type PercentSliderProps = {
  label: string;
  value: number;
  onChange: (percent: number) => void;
  disabled?: boolean;
  className?: string;
};

/** A whole percentage from 0 to 100 with stops at each quarter. */
export function PercentSlider({ label, value, onChange, disabled = false, className }: PercentSliderProps) {
  return (
    <Slider
      aria-label={label}
      value={value}
      onChange={(next) => onChange(Array.isArray(next) ? (next[0] ?? 0) : next)}
      minValue={0}
      maxValue={100}
      step={1}
      isDisabled={disabled}
      formatOptions={{ style: "unit", unit: "percent" }}
      className={classNames("min-w-0 flex-1 px-[7px]", className)}
    >
      <SliderTrack className="relative h-[18px] w-full cursor-pointer data-disabled:cursor-not-allowed">
        <div className="absolute inset-x-[-7px] top-[7px] flex h-1 overflow-hidden rounded-[2px] bg-line-strong">
          <div className="h-full bg-brand" style={{ inlineSize: `calc(${value}% + ${7 - (value * 14) / 100}px)` }} />
        </div>
        {[25, 50, 75].map((stop) => (
          <i
            key={stop}
            className="absolute top-[7px] h-1 w-[3px] -translate-x-1/2 bg-surface rtl:translate-x-1/2"
            style={{ insetInlineStart: `${stop}%` }}
          />
        ))}
        <SliderThumb className="top-1/2 size-3.5 rounded-full border-3 border-brand bg-surface shadow-[0_0_0_2px_var(--surface)] data-disabled:border-faint data-focus-visible:outline-2 data-focus-visible:outline-offset-1 data-focus-visible:outline-brand" />
      </SliderTrack>
    </Slider>
  );
}
