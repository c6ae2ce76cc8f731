import type { ReactNode } from "react";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";

export type TooltipProps = {
  text: ReactNode;
  placement?: "top" | "bottom" | "start" | "end";
  /** One `Button` or `IconButton`: keyboard users reach only focusable elements. */
  children: ReactNode;
};

/** An additional text on hover and focus. Touch users do not see it, so it must not be essential. */
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
