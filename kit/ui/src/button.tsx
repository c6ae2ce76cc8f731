import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { classNames } from "./class-names.ts";

const looks = {
  plain: "bg-hover text-ink font-medium data-hovered:bg-line-strong",
  outline: "text-ink font-medium ring-1 ring-inset ring-line-strong data-hovered:bg-hover",
  quiet: "text-muted font-medium data-hovered:bg-hover data-hovered:text-ink",
  link: "text-brand font-medium data-hovered:underline underline-offset-3",
  primary: "bg-brand-solid text-on-brand font-semibold data-hovered:brightness-106",
  buy: "bg-rise-solid text-on-solid font-semibold data-hovered:bg-rise-solid-hover",
  sell: "bg-fall-solid text-on-solid font-semibold data-hovered:bg-fall-solid-hover",
} as const;
const sizes = {
  inline: "h-6 px-2 text-12",
  control: "h-8 px-3 text-12",
  field: "h-(--field-height) px-3 text-13",
  touch: "h-11 px-4 text-14",
} as const;

export type ButtonProps = Omit<AriaButtonProps, "className" | "style" | "children"> & {
  look?: keyof typeof looks;
  size?: keyof typeof sizes;
  className?: string;
  title?: string;
  children?: ReactNode;
};

export function Button({ look = "plain", size = "control", className, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      className={classNames(
        "inline-flex items-center justify-center gap-1.5 rounded-control whitespace-nowrap transition-colors",
        "data-disabled:cursor-not-allowed data-disabled:bg-hover data-disabled:text-muted",
        "data-pending:cursor-progress data-pending:opacity-70",
        looks[look],
        sizes[size],
        className,
      )}
    />
  );
}

export type IconButtonProps = Omit<AriaButtonProps, "className" | "style" | "children"> & {
  /** What a screen reader says: an icon alone says nothing. */
  "aria-label": string;
  pressed?: boolean;
  small?: boolean;
  className?: string;
  children?: ReactNode;
};

export function IconButton({ pressed, small = false, className, ...props }: IconButtonProps) {
  return (
    <AriaButton
      {...props}
      {...(pressed === undefined ? {} : { "aria-pressed": pressed })}
      className={classNames(
        "inline-grid flex-none place-items-center rounded-control text-muted transition-colors",
        "data-hovered:bg-hover data-hovered:text-ink aria-pressed:bg-hover aria-pressed:text-ink",
        "data-disabled:cursor-not-allowed data-disabled:text-faint",
        small ? "size-6" : "size-8",
        className,
      )}
    />
  );
}
