import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "../buttons/icon-button.tsx";
import { classNames } from "../theme/class-names.ts";
import { ScrollBody } from "./scroll-body.tsx";

const widths = {
  normal: "max-w-(--drawer)",
  medium: "max-w-(--drawer-medium)",
  wide: "max-w-(--drawer-wide)",
} as const;

export type DrawerProps = {
  title: string;
  closeLabel: string;
  onClose: () => void;
  isOpen?: boolean;
  side?: "start" | "end";
  /** Normal 320 for navigation; medium 400 for settings; wide 480 for a statement, orders or a coupon. */
  size?: keyof typeof widths;
  /** Replaces the visible title, which is then for screen readers only: the logo, an amount. */
  head?: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  testId?: string;
  children: ReactNode;
};

/** A layer along one side of the window, over the whole height. Its content has its own padding, so that lines reach the edges. */
export function Drawer(props: DrawerProps) {
  const { title, closeLabel, onClose, isOpen = true, side = "end", size = "normal", head, footer, testId } = props;
  return (
    <ModalOverlay
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-modal bg-scrim data-entering:animate-fade-in data-exiting:animate-fade-out"
    >
      <Modal
        className={classNames(
          "layer fixed inset-y-0 w-full shadow-raised data-entering:animate-drawer-in data-exiting:animate-drawer-out",
          side === "end"
            ? "end-0 [--from-side:100%] rtl:[--from-side:-100%]"
            : "start-0 [--from-side:-100%] rtl:[--from-side:100%]",
          widths[size],
        )}
      >
        <AriaDialog data-testid={testId} className="flex h-full flex-col outline-none">
          <header
            className={classNames(
              "flex min-h-14 flex-none items-center justify-between gap-3 px-4 py-2.5",
              size === "wide" && "w768:px-6 w768:pt-4",
              size === "medium" && "px-5 pt-4",
            )}
          >
            <Heading
              slot="title"
              className={classNames("text-16 font-semibold tracking-[-0.01em]", head !== undefined && "sr-only")}
            >
              {title}
            </Heading>
            {head}
            <IconButton aria-label={closeLabel} onPress={onClose} className="-me-2 self-start">
              <X size={18} />
            </IconButton>
          </header>
          <ScrollBody className="min-h-0 flex-1 overflow-auto">{props.children}</ScrollBody>
          {footer !== undefined && (
            <footer className="flex flex-none gap-3 px-4 pt-3 pb-[calc(16px+env(safe-area-inset-bottom))] *:min-w-0 *:flex-1 w768:px-6 w768:pb-6">
              {footer}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
