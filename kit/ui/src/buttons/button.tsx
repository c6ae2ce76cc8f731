import { LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { Link as AriaLink, type LinkProps as AriaLinkProps } from "react-aria-components/Link";
import { classNames } from "../theme/class-names.ts";
import { buttonClassName, type ButtonLook, type ButtonSize } from "./button-look.ts";

export type ButtonProps = Omit<AriaButtonProps, "className" | "style" | "children"> & {
  /** One primary a view. */
  look?: ButtonLook;
  size?: ButtonSize;
  className?: string;
  title?: string;
  children?: ReactNode;
};

/** While pending it keeps its width and its focus: a spinner replaces the text. */
export function Button({ look = "plain", size = "md", className, children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={buttonClassName(look, size, classNames("group/button", className))}>
      <span className="contents group-data-pending/button:text-transparent">{children}</span>
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

/** A link to another URL that looks like a button. */
export function ButtonLink({ look = "plain", size = "md", className, ...props }: ButtonLinkProps) {
  return <AriaLink {...props} className={buttonClassName(look, size, className)} />;
}
