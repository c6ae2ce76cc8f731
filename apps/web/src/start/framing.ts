export type Framed = {
  readonly isFramed: boolean;
  /** Sends the top window to this URL; throws where the browser forbids it. */
  leave(address: string): void;
  blank(): void;
};

/** The exchange runs in no other site's frame: the top window is sent to us, or, where that is forbidden, nothing is shown. */
export function refuseFraming(window: Framed, address: string): boolean {
  if (!window.isFramed) return false;
  try {
    window.leave(address);
  } catch {
    window.blank();
  }
  return true;
}

export const framedPage = (): Framed => ({
  isFramed: window.top !== window.self,
  leave(address) {
    window.top!.location.href = address;
  },
  blank() {
    window.location.replace("about:blank");
  },
});
