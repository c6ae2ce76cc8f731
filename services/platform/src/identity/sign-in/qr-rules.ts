/** State machine of QR sign-in: only the listed transitions are possible. */
export type QrKept = "shown" | "scanned" | "confirmed" | "used" | "cancelled";
export type QrState = QrKept | "expired";
type QrStep = "scan" | "confirm" | "cancel" | "open";

const next: Readonly<Record<QrKept, Partial<Record<QrStep, QrKept>>>> = {
  shown: { scan: "scanned" },
  scanned: { confirm: "confirmed", cancel: "cancelled" },
  confirmed: { open: "used" },
  used: {},
  cancelled: {},
};

/** `ageMs` counts from creation. After confirmation the page has the same time again to read the result. */
export function qrStateOf(kept: QrKept, ageMs: number, validMs: number): QrState {
  const endsAfterMs = kept === "confirmed" ? 2 * validMs : validMs;
  const canEnd = kept === "shown" || kept === "scanned" || kept === "confirmed";
  return canEnd && ageMs >= endsAfterMs ? "expired" : kept;
}

export function qrAfter(kept: QrKept, step: QrStep, ageMs: number, validMs: number): QrKept | undefined {
  const state = qrStateOf(kept, ageMs, validMs);
  return state === "expired" ? undefined : next[state][step];
}
