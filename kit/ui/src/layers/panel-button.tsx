import type { ReactNode } from "react";
import { openedLater } from "./opened-later.tsx";
import type { PanelPopoverProps } from "./panel-popover.tsx";

export type PanelButtonProps = {
  label: string;
  face: ReactNode;
  faceClassName: string;
  panelClassName: string;
  testId?: string;
  /** What the panel holds; it may close the panel itself. */
  children: (close: () => void) => ReactNode;
};

const Panel = openedLater<PanelPopoverProps>(async () => (await import("./panel-popover.tsx")).PanelPopover);

/** A button that opens a panel below itself. */
export function PanelButton({ label, face, faceClassName, panelClassName, testId, children }: PanelButtonProps) {
  return (
    <Panel
      buttonLabel={label}
      buttonClassName={faceClassName}
      panelClassName={panelClassName}
      testId={testId}
      face={face}
    >
      {children}
    </Panel>
  );
}
