import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { classNames } from "../class-names.ts";

const sizes = { sm: "size-6", md: "size-8", lg: "size-9" } as const;

export type IconButtonProps = Omit<AriaButtonProps, "className" | "style" | "children"> & {
  /** What a screen reader says: an icon alone says nothing. */
  "aria-label": string;
  /** It is on or off, and says so. */
  pressed?: boolean;
  size?: keyof typeof sizes;
  className?: string;
  children?: ReactNode;
};

/** A square with an icon: 24 in a line of text, 32 beside controls, 36 in the navigation bar. */
export function IconButton({ pressed, size = "md", className, ...props }: IconButtonProps) {
  return (
    <AriaButton
      {...props}
      {...(pressed === undefined ? {} : { "aria-pressed": pressed })}
      className={classNames(
        "relative inline-grid flex-none place-items-center rounded-control text-muted transition-colors",
        "data-hovered:bg-hover data-hovered:text-ink aria-pressed:bg-hover aria-pressed:text-ink",
        "data-disabled:cursor-not-allowed data-disabled:text-faint",
        // A finger needs more than a small icon shows.
        size === "sm" && "pointer-coarse:after:absolute pointer-coarse:after:-inset-1.5",
        sizes[size],
        className,
      )}
    />
  );
}
