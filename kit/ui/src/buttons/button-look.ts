import { classNames } from "../theme/class-names.ts";

const looks = {
  primary: "bg-brand-solid text-on-brand font-semibold not-data-disabled:hover:brightness-106",
  ghost: "text-ink font-medium ring-1 ring-inset ring-line-strong not-data-disabled:hover:bg-hover",
  quiet: "text-muted font-medium not-data-disabled:hover:bg-hover not-data-disabled:hover:text-ink",
  plain: "bg-hover text-ink font-medium not-data-disabled:hover:bg-line-strong",
  link: "text-brand font-medium not-data-disabled:hover:underline underline-offset-3",
  buy: "hatched-in-simulation bg-rise-solid text-on-solid font-semibold not-data-disabled:hover:bg-rise-solid-hover",
  sell: "hatched-in-simulation bg-fall-solid text-on-solid font-semibold not-data-disabled:hover:bg-fall-solid-hover",
} as const;
const sizes = { sm: "control-sm", md: "control-md", lg: "control-lg" } as const;

export type ButtonLook = keyof typeof looks;
export type ButtonSize = keyof typeof sizes;

/**
 * Class names of a button, for other elements: a link of the router, the face of a menu. A separate file, so that a page of plain elements
 * does not load the component library for them.
 */
export const buttonClassName = (look: ButtonLook = "plain", size: ButtonSize = "md", className?: string): string =>
  classNames(
    "relative inline-flex items-center justify-center gap-1.5 rounded-control whitespace-nowrap transition-colors",
    "data-disabled:cursor-not-allowed data-disabled:text-muted data-disabled:ring-0",
    look !== "link" && look !== "quiet" && "data-disabled:bg-hover",
    looks[look],
    sizes[size],
    className,
  );
