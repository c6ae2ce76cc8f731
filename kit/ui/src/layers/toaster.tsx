import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { toast, Toaster as Sonner } from "sonner";

/** Toasts stay three seconds, at most two at once. */
export function Toaster({ dir, label }: { dir: "ltr" | "rtl"; label: string }) {
  return (
    <Sonner
      dir={dir}
      duration={3_000}
      visibleToasts={2}
      position={dir === "rtl" ? "top-left" : "top-right"}
      offset={{ top: 56, right: "var(--toast-end)", left: "var(--toast-end)" }}
      mobileOffset={{ top: 60, left: 12, right: 12 }}
      containerAriaLabel={label}
      style={{ zIndex: "var(--z-index-toast)" }}
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
          icon: "mt-px flex-none",
          title: "font-medium leading-5",
          description: "num text-12 text-muted leading-4",
        },
      }}
    />
  );
}

export { toast };
