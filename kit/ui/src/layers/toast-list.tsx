import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { useEffect } from "react";
import { toast, Toaster as Sonner } from "sonner";
import type { ToastListProps } from "./toaster.tsx";

// The library knows sides of the screen only: the distance is the same from both.
const bothSides = (distance: string) => ({ top: "calc(var(--nav-height) + 8px)", left: distance, right: distance });

/** Toasts stay three seconds, at most two at once. Success is brand, what went wrong is amber: green and red belong to the market. */
export function ToastList({ dir, label, place = "end", onReady }: ToastListProps) {
  // The library's list listens from its own effect on, which comes before this one: what is said earlier is lost.
  useEffect(() => onReady(toast), [onReady]);
  return (
    <Sonner
      dir={dir}
      duration={3_000}
      visibleToasts={2}
      position={place === "middle" ? "top-center" : dir === "rtl" ? "top-left" : "top-right"}
      offset={bothSides("var(--toast-end)")}
      mobileOffset={bothSides("12px")}
      containerAriaLabel={label}
      style={{ zIndex: "var(--z-toast)" }}
      icons={{
        error: <CircleAlert size={16} className="text-warn" />,
        success: <CircleCheck size={16} className="text-brand" />,
        info: <Info size={16} className="text-info" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-start data-[front=false]:data-[expanded=false]:*:opacity-0 gap-2.5 rounded-panel bg-raised px-3.5 py-2.5 text-13 text-ink shadow-raised font-sans w768:w-89",
          icon: "flex h-5 flex-none items-center",
          title: "font-medium leading-5",
          description: "text-12 text-muted leading-4",
        },
      }}
    />
  );
}
