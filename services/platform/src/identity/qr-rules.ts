/** Signing in by a picture. A state that is not written here cannot follow. */
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

/** `ageMs` is since it was shown. Once it is confirmed the page has as long again to ask. */
export function qrStateOf(kept: QrKept, ageMs: number, validMs: number): QrState {
  const endsAfterMs = kept === "confirmed" ? 2 * validMs : validMs;
  const canEnd = kept === "shown" || kept === "scanned" || kept === "confirmed";
  return canEnd && ageMs >= endsAfterMs ? "expired" : kept;
}

export function qrAfter(kept: QrKept, step: QrStep, ageMs: number, validMs: number): QrKept | undefined {
  const state = qrStateOf(kept, ageMs, validMs);
  return state === "expired" ? undefined : next[state][step];
}
