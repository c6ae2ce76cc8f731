import type { ReactNode } from "react";
import { openedLater } from "./opened-later.tsx";
import type { PanelPopoverProps } from "./panel-popover.tsx";

export type PanelButtonProps = {
  /** Names the panel and, where the face says nothing by itself, the button. */
  label: string;
  /** The button: what stands in it and how it looks. */
  face: ReactNode;
  faceClassName: string;
  /** The face is words that can be read out: they name the button. */
  isFaceWords?: boolean;
  /** Width and height of the panel from 768 px on; below it is a sheet of full width. */
  panelClassName?: string;
  placement?: PanelPopoverProps["placement"];
  testId?: string;
  /** What the panel holds; it may close the panel itself. */
  children: (close: () => void) => ReactNode;
};

const Panel = openedLater<PanelPopoverProps>(async () => (await import("./panel-popover.tsx")).PanelPopover);

/** A button that opens a panel at itself; on a phone, a sheet from the bottom. */
export function PanelButton(props: PanelButtonProps) {
  const { label, face, faceClassName, isFaceWords = false, panelClassName, testId, children } = props;
  return (
    <Panel
      buttonLabel={isFaceWords ? undefined : label}
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
