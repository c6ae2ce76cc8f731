/** Signing in by a picture. A state that is not written here cannot follow. */
export type QrKept = "shown" | "scanned" | "confirmed" | "used" | "cancelled";
export type QrState = QrKept | "expired";
type QrStep = "scan" | "confirm" | "cancel" | "open";

export const qrValidMs = 60_000;
/** After the confirmation the page has this long to ask once more. */
const qrCollectMs = 60_000;

const next: Readonly<Record<QrKept, Partial<Record<QrStep, QrKept>>>> = {
  shown: { scan: "scanned" },
  scanned: { confirm: "confirmed", cancel: "cancelled" },
  confirmed: { open: "used" },
  used: {},
  cancelled: {},
};

export function qrStateOf(kept: QrKept, madeAt: number, now: number): QrState {
  const validMs = kept === "confirmed" ? qrValidMs + qrCollectMs : qrValidMs;
  const canEnd = kept === "shown" || kept === "scanned" || kept === "confirmed";
  return canEnd && now - madeAt >= validMs ? "expired" : kept;
}

export function qrAfter(kept: QrKept, madeAt: number, step: QrStep, now: number): QrKept | undefined {
  const state = qrStateOf(kept, madeAt, now);
  return state === "expired" ? undefined : next[state][step];
}
