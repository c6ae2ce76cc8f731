import { type ReactNode, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import type { PopupProps } from "./opened-later.tsx";

export type PanelPopoverProps = PopupProps & { panelClassName: string; children: (close: () => void) => ReactNode };

export function PanelPopover(props: PanelPopoverProps & { beginsOpen: boolean }) {
  const [isOpen, setIsOpen] = useState(props.beginsOpen);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Button
        aria-label={props.buttonLabel}
        {...(props.testId === undefined ? {} : { "data-testid": props.testId })}
        className={props.buttonClassName}
      >
        {props.face}
      </Button>
      <Popover
        placement="bottom start"
        offset={4}
        className={`z-menu overflow-hidden rounded-panel bg-raised shadow-raised [--field:var(--surface)] in-data-[theme=light]:[--field:var(--canvas)] data-entering:animate-rise-in ${props.panelClassName}`}
      >
        <Dialog aria-label={props.buttonLabel} className="h-full outline-none">
          {props.children(() => setIsOpen(false))}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
