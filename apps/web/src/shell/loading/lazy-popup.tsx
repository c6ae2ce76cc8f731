import { type ReactNode, type RefObject, useRef } from "react";
import { type LazyPart, useLazyPart } from "./lazy-part.ts";

/** Props of every panel of the bar: the button it is anchored to, and how to close it. */
export type PanelProps = { readonly trigger: RefObject<HTMLButtonElement | null>; readonly close: () => void };

export type LazyPopupProps<Props> = {
  part: LazyPart<Props & PanelProps>;
  /** Further props of the panel. */
  with: Props;
  /** Accessible name of the button if its face has no text. */
  label?: string;
  face: ReactNode;
  className: string;
  testId?: string;
  isCurrent?: boolean;
};

/**
 * A button of the bar and the panel it opens. The button is a plain element and stays the same, so that the focus returns to it; the panel
 * is loaded on hover or focus.
 */
export function LazyPopup<Props>(props: LazyPopupProps<Props>) {
  const { part, label, face, className, testId, isCurrent = false } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  const { Part, isOpen, open, close } = useLazyPart(part);
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
