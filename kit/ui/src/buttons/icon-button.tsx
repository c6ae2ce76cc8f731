import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { classNames } from "../theme/class-names.ts";

const sizes = { sm: "size-6", md: "size-8", lg: "size-9" } as const;

export type IconButtonProps = Omit<AriaButtonProps, "className" | "style" | "children"> & {
  /** Accessible name: an icon alone has none. */
  "aria-label": string;
  /** A toggle: its pressed state is announced. */
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
        // Touch needs a larger target than a small icon.
        size === "sm" && "pointer-coarse:after:absolute pointer-coarse:after:-inset-1.5",
        sizes[size],
        className,
      )}
    />
  );
}
