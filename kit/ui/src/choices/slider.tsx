import { Slider as AriaSlider, SliderThumb, SliderTrack } from "react-aria-components/Slider";
import { classNames } from "../theme/class-names.ts";

const thumbPx = 14;

export type SliderProps = {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step?: number;
  /** Gaps in the line, each at its value; `text` is written below and can be pressed. */
  stops?: readonly { value: number; text?: string }[];
  /** How the value is read out. */
  formatOptions?: Intl.NumberFormatOptions;
  isDisabled?: boolean;
  className?: string;
};

/** A whole number on a track, in reading direction: from right to left in Persian. */
export function Slider(props: SliderProps) {
  const {
    label,
    value,
    onChange,
    min,
    max,
    step = 1,
    stops = [],
    formatOptions,
    isDisabled = false,
    className,
  } = props;
  const shareOf = (at: number): number => ((at - min) / (max - min)) * 100;
  const share = Math.min(100, Math.max(0, shareOf(value)));
  return (
    <AriaSlider
      aria-label={label}
      value={value}
      onChange={(next) => onChange(Array.isArray(next) ? (next[0] ?? min) : next)}
      minValue={min}
      maxValue={max}
      step={step}
      isDisabled={isDisabled}
      {...(formatOptions === undefined ? {} : { formatOptions })}
      className={classNames("min-w-0 flex-1", className)}
    >
      <div style={{ paddingInline: thumbPx / 2 }}>
        <SliderTrack className="relative h-4.5 w-full cursor-pointer data-disabled:cursor-not-allowed">
          <div className="absolute inset-x-[-7px] top-[7px] flex h-1 overflow-hidden rounded-full bg-line-strong">
            <div
              className={classNames("h-full", isDisabled ? "bg-faint" : "bg-brand")}
              style={{ inlineSize: `calc(${share}% + ${thumbPx / 2 - (share * thumbPx) / 100}px)` }}
            />
          </div>
          {stops
            .filter((stop) => stop.value > min && stop.value < max)
            .map((stop) => (
              <i
                key={stop.value}
                className="absolute top-[7px] h-1 w-[3px] -translate-x-1/2 bg-(--slider-ground,var(--surface)) rtl:translate-x-1/2"
                style={{ insetInlineStart: `${shareOf(stop.value)}%` }}
              />
            ))}
          <SliderThumb className="top-1/2 size-3.5 rounded-full border-3 border-brand bg-surface shadow-[0_0_0_2px_var(--slider-ground,var(--surface))] data-disabled:border-faint data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-brand" />
        </SliderTrack>
      </div>
      {stops.some(({ text }) => text !== undefined) && (
        <div className="relative mt-1.5 h-4 text-11 text-muted">
          {stops.map((stop) => (
            // A shortcut for mouse and touch; the keyboard uses the slider itself.
            <button
              key={stop.value}
              type="button"
              tabIndex={-1}
              aria-hidden
              disabled={isDisabled}
              onClick={() => onChange(stop.value)}
              className={classNames(
                "absolute px-1 hover:text-ink disabled:cursor-not-allowed",
                stop.value === min
                  ? "-ms-1"
                  : stop.value === max
                    ? "end-0 -me-1"
                    : "-translate-x-1/2 rtl:translate-x-1/2",
              )}
              style={stop.value === max ? {} : { insetInlineStart: `${shareOf(stop.value)}%` }}
            >
              <span className="num">{stop.text}</span>
            </button>
          ))}
        </div>
      )}
    </AriaSlider>
  );
}
