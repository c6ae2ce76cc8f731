import { ArrowLeft, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";

/** The heading of a step, with its lead. */
export function StepHead({ title, lead }: { title: string; lead?: ReactNode }) {
  return (
    <div className="grid gap-2">
      <h1 className="text-28 font-semibold tracking-[-0.025em] text-balance">{title}</h1>
      {lead !== undefined && <p className="text-14 leading-normal text-pretty text-muted">{lead}</p>}
    </div>
  );
}

const gap = "\uFFFC";

type AddressTextProps = { text: (address: string) => string; address: string };

/** A sentence with an address that stays in one piece: it breaks only if it is longer than a line. */
export function AddressText({ text, address }: AddressTextProps) {
  const [before, after = ""] = text(gap).split(gap);
  return (
    <>
      {before}
      <bdi className="inline-block max-w-full wrap-anywhere text-ink">{address}</bdi>
      {after}
    </>
  );
}

const backLook =
  "inline-flex items-center gap-1.5 justify-self-start rounded-control text-13 text-muted hover:text-ink";
const arrow = <ArrowLeft aria-hidden size={16} className="rtl:-scale-x-100" />;

/** One step back: to another path, or within the page. */
export function StepBack({ to, onPress, children }: { to?: string; onPress?: () => void; children: ReactNode }) {
  if (to !== undefined)
    return (
      <Link to={to} search={(search: Record<string, unknown>) => search as never} className={backLook}>
        {arrow}
        {children}
      </Link>
    );
  return (
    <button type="button" onClick={onPress} className={backLook}>
      {arrow}
      {children}
    </button>
  );
}

/** The actual host with a lock icon, to be checked before a password is typed. */
export function HostMark() {
  return (
    <span
      dir="ltr"
      className="flex h-7 items-center gap-1.5 rounded-full px-2.5 text-12 font-medium ring-1 ring-line-strong ring-inset"
    >
      <Lock aria-hidden size={13} className="text-brand" />
      {location.host}
    </span>
  );
}

/** A divider with a text in its middle. */
export function Or({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 text-12 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </div>
  );
}

export const linkLook = "rounded-control font-medium text-brand hover:underline";
