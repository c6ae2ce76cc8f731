import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "../buttons/icon-button.tsx";
import { classNames } from "../theme/class-names.ts";
import { ScrollBody } from "./scroll-body.tsx";
import { SheetGrab } from "./sheet-grab.tsx";

const widths = {
  narrow: "w768:max-w-(--dialog-narrow)",
  normal: "w768:max-w-(--dialog)",
  wide: "w768:max-w-(--dialog-wide)",
  share: "w768:max-w-(--dialog-share)",
  large: "w768:max-w-(--dialog-large)",
} as const;

export type DialogProps = {
  title: string;
  /** Accessible name of the close button. */
  closeLabel: string;
  onClose: () => void;
  /** A dialog that stays mounted animates out; one that is mounted only while open needs no `isOpen`. */
  isOpen?: boolean;
  /** Narrow 320, normal 420; wide 480 for forms such as transfer, deposit and withdrawal; share 560 for a picture, large 760 for two columns. */
  size?: keyof typeof widths;
  /**
   * A form has fields or a list: on a phone it is a sheet from the bottom. An alert is a short confirmation: it stays in the middle, 320 px,
   * and a press beside it does not answer it.
   */
  kind?: "form" | "alert";
  /** The title is for screen readers only: the content has its own head. */
  isTitleHidden?: boolean;
  /** It must be answered: no cross, no Escape. */
  isLocked?: boolean;
  /** The buttons, side by side and of the same width; they stay when the content scrolls. */
  footer?: ReactNode;
  testId?: string;
  children: ReactNode;
};

export function Dialog(props: DialogProps) {
  const { title, closeLabel, onClose, isOpen = true, size = "normal", kind = "form", isTitleHidden = false } = props;
  const { isLocked = false, footer, testId, children } = props;
  const isSheet = kind === "form";
  return (
    <ModalOverlay
      isOpen={isOpen}
      isDismissable={isSheet && !isLocked}
      isKeyboardDismissDisabled={isLocked}
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-modal bg-scrim data-entering:animate-fade-in data-exiting:animate-fade-out"
    >
      <div
        className={classNames(
          "grid h-(--visual-viewport-height) grid-cols-[minmax(0,1fr)] justify-items-center w768:place-items-center w768:p-6",
          isSheet ? "items-end" : "place-items-center p-4",
        )}
      >
        <Modal
          data-sheet={isSheet}
          className={classNames(
            "layer flex w-full flex-col overflow-hidden shadow-raised w768:max-h-full w768:rounded-dialog w768:data-entering:animate-rise-in w768:data-exiting:animate-fade-out",
            isSheet
              ? "max-h-[92%] rounded-t-sheet max-w768:data-entering:animate-sheet-in max-w768:data-exiting:animate-sheet-out"
              : "max-h-full max-w-(--dialog-narrow) rounded-dialog data-entering:animate-rise-in",
            widths[size],
          )}
        >
          <AriaDialog
            role={isSheet ? "dialog" : "alertdialog"}
            data-testid={testId}
            className="flex min-h-0 flex-col outline-none"
          >
            {isSheet && !isLocked && <SheetGrab onClose={onClose} className="-mb-1" />}
            <header
              className={classNames(
                "flex flex-none items-center justify-between gap-3 px-4 pb-2 w768:px-6 w768:pt-5 w768:pb-3",
                isSheet ? "pt-3" : "pt-5",
                isTitleHidden && "sr-only",
              )}
            >
              <Heading slot="title" className="text-16 leading-6 font-semibold tracking-[-0.01em] text-balance">
                {title}
              </Heading>
              {isSheet && !isLocked && (
                <IconButton aria-label={closeLabel} onPress={onClose} className="-my-1 -me-2 self-start">
                  <X size={18} />
                </IconButton>
              )}
            </header>
            <ScrollBody
              className={classNames(
                "grid min-h-0 grid-cols-[minmax(0,1fr)] gap-4 overflow-auto px-4 pt-2 pb-4 w768:px-6 w768:pb-6",
                isTitleHidden && "pt-0!",
                footer === undefined ? "pb-[calc(16px+env(safe-area-inset-bottom))]" : "fade-below",
              )}
            >
              {children}
            </ScrollBody>
            {footer !== undefined && (
              <footer className="flex flex-none gap-3 px-4 pb-[calc(16px+env(safe-area-inset-bottom))] *:min-w-0 *:flex-1 w768:px-6 w768:pb-6">
                {footer}
              </footer>
            )}
          </AriaDialog>
        </Modal>
      </div>
    </ModalOverlay>
  );
}
