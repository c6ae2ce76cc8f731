import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "../buttons/icon-button.tsx";

export type DialogProps = { title: string; closeLabel: string; onClose: () => void; children: ReactNode };

/** A dialog in the middle of the screen; on a phone, a sheet from the bottom. */
export function Dialog({ title, closeLabel, onClose, children }: DialogProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-modal grid items-end bg-scrim w768:place-items-center w768:p-4"
    >
      <Modal className="max-h-[88dvh] w-full animate-rise-in overflow-auto rounded-t-sheet bg-raised pb-[env(safe-area-inset-bottom)] shadow-raised w768:w-105 w768:rounded-dialog">
        <AriaDialog className="outline-none [--field:var(--surface)] in-data-[theme=light]:[--field:var(--canvas)]">
          <div className="mx-auto mt-2 h-1 w-9 rounded-[2px] bg-line-strong w768:hidden" />
          <header className="flex items-center ps-5 pe-3 pt-3 w768:pt-4">
            <Heading slot="title" className="text-16 font-semibold tracking-[-0.01em]">
              {title}
            </Heading>
            <IconButton aria-label={closeLabel} onPress={onClose} className="ms-auto">
              <X size={16} />
            </IconButton>
          </header>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-5 pt-2 pb-5 text-13">{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
