import type { ReactNode } from "react";
import { lazyPopup } from "./lazy-popup.tsx";
import type { PanelPopoverProps } from "./panel-popover.tsx";

export type PanelButtonProps = {
  /** Names the panel and, if the face has no text, the button. */
  label: string;
  /** The button: its contents and class names. */
  face: ReactNode;
  faceClassName: string;
  /** The face is text that names the button. */
  isFaceText?: boolean;
  /** Width and height of the panel from 768 px on; below it is a sheet of full width. */
  panelClassName?: string;
  placement?: PanelPopoverProps["placement"];
  testId?: string;
  /** The contents of the panel, which may close it. */
  children: (close: () => void) => ReactNode;
};

const Panel = lazyPopup<PanelPopoverProps>(async () => (await import("./panel-popover.tsx")).PanelPopover);

/** A button that opens a panel at itself; on a phone, a sheet from the bottom. */
export function PanelButton(props: PanelButtonProps) {
  const { label, face, faceClassName, isFaceText = false, panelClassName, testId, children } = props;
  return (
    <Panel
      buttonLabel={isFaceText ? undefined : label}
      buttonClassName={faceClassName}
      panelLabel={label}
      panelClassName={panelClassName}
      placement={props.placement ?? "bottom start"}
      testId={testId}
      face={face}
    >
      {children}
    </Panel>
  );
}
