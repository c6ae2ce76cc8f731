import { classNames } from "@tidemark/kit-ui";
import { type ReactNode, useRef } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import type { PanelProps } from "../loading/lazy-popup.tsx";

const pulledFromPx = 24;

/** The bar at the top of a sheet: touched or pulled down, the sheet closes. The keyboard has Escape. */
function SheetBar({ close }: { close: () => void }) {
  const from = useRef(0);
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      onClick={close}
      onTouchStart={(event) => (from.current = event.touches[0]?.clientY ?? 0)}
      onTouchEnd={(event) => (event.changedTouches[0]?.clientY ?? 0) - from.current > pulledFromPx && close()}
      className="block w-full touch-none py-2 w768:hidden"
    >
      <span className="mx-auto block h-1 w-9 rounded-full bg-line-strong" />
    </button>
  );
}

export type PanelFrameProps = PanelProps & {
  label: string;
  /** Width from 768 px on; below it is a sheet of full width. */
  className: string;
  placement?: "bottom" | "bottom end" | "bottom start";
  testId?: string;
  children: ReactNode;
};

/** A popover at a button of the bar; on a phone, a sheet from the bottom. */
export function Panel(props: PanelFrameProps) {
  const { trigger, close, label, className, placement = "bottom end", testId, children } = props;
  return (
    <Popover
      isOpen
      triggerRef={trigger}
      placement={placement}
      offset={8}
      containerPadding={16}
      onOpenChange={(isOpen) => !isOpen && close()}
      className={classNames(
        "layer sheet-on-phone [--row-pad:20px] max-w768:[--row-pad:16px] z-menu! overflow-auto rounded-panel shadow-raised data-entering:animate-rise-in",
        className,
      )}
    >
      <Dialog aria-label={label} data-testid={testId} className="outline-none">
        <SheetBar close={close} />
        {children}
      </Dialog>
    </Popover>
  );
}
