import { LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { Link as AriaLink, type LinkProps as AriaLinkProps } from "react-aria-components/Link";
import { classNames } from "../class-names.ts";

const looks = {
  primary: "bg-brand-solid text-on-brand font-semibold data-hovered:brightness-106",
  ghost: "text-ink font-medium ring-1 ring-inset ring-line-strong data-hovered:bg-hover",
  quiet: "text-muted font-medium data-hovered:bg-hover data-hovered:text-ink",
  plain: "bg-hover text-ink font-medium data-hovered:bg-line-strong",
  link: "text-brand font-medium data-hovered:underline underline-offset-3",
  buy: "bg-rise-solid text-on-solid font-semibold data-hovered:bg-rise-solid-hover",
  sell: "bg-fall-solid text-on-solid font-semibold data-hovered:bg-fall-solid-hover",
} as const;
const sizes = { sm: "control-sm", md: "control-md", lg: "control-lg" } as const;

export type ButtonLook = keyof typeof looks;
export type ButtonSize = keyof typeof sizes;

/** How a button looks, for what must be another element: a link of the router, the face of a menu. */
export const buttonClassName = (look: ButtonLook = "plain", size: ButtonSize = "md", className?: string): string =>
  classNames(
    "relative inline-flex items-center justify-center gap-1.5 rounded-control whitespace-nowrap transition-colors",
    "data-disabled:cursor-not-allowed data-disabled:text-muted data-disabled:ring-0",
    look !== "link" && look !== "quiet" && "data-disabled:bg-hover",
    looks[look],
    sizes[size],
    className,
  );

export type ButtonProps = Omit<AriaButtonProps, "className" | "style" | "children"> & {
  /** One primary a view. */
  look?: ButtonLook;
  size?: ButtonSize;
  className?: string;
  title?: string;
  children?: ReactNode;
};

/** While it is pending it keeps its width and its focus: the words give way to a turning arc. */
export function Button({ look = "plain", size = "md", className, children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={buttonClassName(look, size, classNames("group/button", className))}>
      <span className="contents group-data-pending/button:invisible">{children}</span>
      <LoaderCircle
        aria-hidden
        size={16}
        className="absolute hidden animate-turn group-data-pending/button:block motion-reduce:opacity-60"
      />
    </AriaButton>
  );
}

export type ButtonLinkProps = Omit<AriaLinkProps, "className" | "style" | "children"> & {
  look?: ButtonLook;
  size?: ButtonSize;
  className?: string;
  children?: ReactNode;
};

/** A link to another address that looks like a button. */
export function ButtonLink({ look = "plain", size = "md", className, ...props }: ButtonLinkProps) {
  return <AriaLink {...props} className={buttonClassName(look, size, className)} />;
}
