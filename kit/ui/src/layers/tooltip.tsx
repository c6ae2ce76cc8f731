import type { ReactNode } from "react";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";

export type TooltipProps = {
  text: ReactNode;
  placement?: "top" | "bottom" | "start" | "end";
  /** One `Button` or `IconButton`: what cannot take the focus cannot be explained to a keyboard. */
  children: ReactNode;
};

/** A word more about a button, on hover and focus. Fingers do not see it: nothing may be said only here. */
export function Tooltip({ text, placement = "top", children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={100}>
      {children}
      <AriaTooltip
        placement={placement}
        offset={8}
        containerPadding={8}
        className="z-menu! max-w-70 rounded-control bg-raised px-2.5 py-1.5 text-12 text-ink shadow-raised data-entering:animate-fade-in"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
