import { Button, IconButton } from "@tidemark/kit-ui";
import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { OrderColumn } from "./order-columns.tsx";

type DetailButtonProps = { label: string; isOpen: boolean; onToggle: () => void };

export function DetailButton({ label, isOpen, onToggle }: DetailButtonProps) {
  return (
    <IconButton size="sm" aria-label={label} aria-expanded={isOpen} onPress={onToggle} data-testid="row-open">
      {isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} className="rtl:-scale-x-100" />}
    </IconButton>
  );
}

/** Holds the buttons that open rows. */
export const openColumn = <R,>(label: string): OrderColumn<R> => ({
  id: "open",
  label: <span className="sr-only">{label}</span>,
  align: "start",
  className: "w-9",
  card: "none",
  cell: () => null,
});

/** The same at the end of a phone's card. */
export function CardDetail({ label, isOpen, onToggle, children }: DetailButtonProps & { children: ReactNode }) {
  return (
    <>
      <Button size="sm" aria-expanded={isOpen} onPress={onToggle} data-testid="row-open">
        {label}
        <ChevronDown aria-hidden size={12} className={isOpen ? "rotate-180" : ""} />
      </Button>
      {isOpen && <div className="rounded-control bg-canvas p-3">{children}</div>}
    </>
  );
}
