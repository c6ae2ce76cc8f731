import { type ReactNode, type RefObject, useRef } from "react";
import { type Later, useOpening } from "./later.ts";

/** What every panel of the bar is told: the button it hangs at, and how to close. */
export type PanelProps = { readonly trigger: RefObject<HTMLButtonElement | null>; readonly close: () => void };

export type BarPopupProps<Props> = {
  part: Later<Props & PanelProps>;
  /** What the panel needs besides. */
  with: Props;
  /** Says what the button is where its face is no words. */
  label?: string;
  face: ReactNode;
  className: string;
  testId?: string;
  isCurrent?: boolean;
};

/**
 * A button of the bar and the panel it opens. The button is the browser's own and stays the same element, so that the focus comes back to
 * it; the panel is fetched when a hand comes near.
 */
export function BarPopup<Props>(props: BarPopupProps<Props>) {
  const { part, label, face, className, testId, isCurrent = false } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  const { Part, isOpen, open, close } = useOpening(part);
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-current={isCurrent || undefined}
        data-testid={testId}
        className={className}
        onPointerEnter={part.prepare}
        onFocus={part.prepare}
        onClick={open}
        onKeyDown={({ key }) => {
          if (key === "Escape") close();
        }}
      >
        {face}
      </button>
      {Part !== null && <Part {...props.with} trigger={trigger} close={close} />}
    </>
  );
}
