import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { classNames } from "../theme/class-names.ts";
import { faceProps, type PopupProps, usePopup } from "./lazy-popup.tsx";
import { SheetGrab } from "./sheet-grab.tsx";

export type PanelPopoverProps = PopupProps & {
  panelLabel: string;
  panelClassName: string | undefined;
  placement: "bottom start" | "bottom" | "bottom end" | "top";
  children: (close: () => void) => ReactNode;
};

export function PanelPopover(props: PanelPopoverProps & { beginsOpen: boolean }) {
  const { button, isOpen, setIsOpen } = usePopup(props.beginsOpen);
  const close = () => setIsOpen(false);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Button ref={button} {...faceProps(props)} />
      <Popover
        data-sheet
        placement={props.placement}
        offset={6}
        containerPadding={8}
        className={classNames(
          "layer sheet-on-phone z-menu! overflow-auto rounded-panel shadow-raised data-entering:animate-rise-in",
          props.panelClassName,
        )}
      >
        <Dialog aria-label={props.panelLabel} className="flex h-full flex-col outline-none">
          <SheetGrab onClose={close} />
          <div className="min-h-0 flex-1">{props.children(close)}</div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
