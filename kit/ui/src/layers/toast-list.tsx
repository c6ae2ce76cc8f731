import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect } from "react";
import { toast, Toaster as Sonner } from "sonner";
import { classNames } from "../theme/class-names.ts";
import { useDensityNow } from "../theme/density.ts";

export type ToasterProps = {
  dir: "ltr" | "rtl";
  label: string;
  /** Accessible name of the cross of toasts that stay until they are closed (`closeButton`). */
  closeLabel: string;
};
/** Called with the toast functions once the list listens. */
export type ToastListProps = ToasterProps & { onReady: (teller: typeof toast) => void };

const top = "calc(var(--nav-height) + 8px)";
// By sides of the screen: the library has no others, and the distance is the same from both.
const offset = { top, bottom: "12px", left: "12px", right: "12px" };
/** Above the trade button, which a phone has at the bottom. */
const phoneOffset = { ...offset, bottom: "76px" };

/** Toasts stay three seconds, at most two at once. Success is brand, errors are amber: green and red are for the market. */
export function ToastList({ dir, label, closeLabel, onReady }: ToastListProps) {
  // Pages: in the middle under the navigation bar. The terminal: at the start below, over the dock's names and not over its buttons, because
  // all else is read or pressed while orders are placed.
  const isInMiddle = useDensityNow() === "page";
  // The library's list listens from its own effect on, which runs before this one: earlier toasts are lost.
  useEffect(() => onReady(toast), [onReady]);
  return (
    <Sonner
      dir={dir}
      duration={3_000}
      visibleToasts={2}
      position={isInMiddle ? "top-center" : dir === "rtl" ? "bottom-right" : "bottom-left"}
      offset={offset}
      mobileOffset={phoneOffset}
      containerAriaLabel={label}
      style={{ zIndex: "var(--z-toast)" }}
      icons={{
        error: <CircleAlert size={16} className="text-warn" />,
        success: <CircleCheck size={16} className="text-brand" />,
        info: <Info size={16} className="text-info" />,
        warning: <CircleAlert size={16} className="text-warn" />,
        close: <X size={14} className="pointer-events-none" />,
      }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: closeLabel,
        classNames: {
          toast: classNames(
            "flex w-full items-start gap-2.5 rounded-panel bg-raised px-3.5 py-2.5 font-sans text-13 text-ink shadow-raised data-[front=false]:data-[expanded=false]:*:opacity-0",
            isInMiddle ? "w768:inset-x-0 w768:mx-auto w768:w-fit w768:max-w-89" : "w768:w-89",
          ),
          icon: "flex h-5 flex-none items-center",
          title: "font-medium leading-5",
          // The library puts it before everything else.
          closeButton:
            "order-last ms-auto -my-0.5 -me-1.5 grid size-6 flex-none place-items-center rounded-control text-muted hover:text-ink pointer-coarse:size-9 pointer-coarse:-my-2",
          description: "align-as-field text-12 leading-4 text-muted [unicode-bidi:plaintext]",
        },
      }}
    />
  );
}
