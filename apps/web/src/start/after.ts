import { prepareToasts } from "@tidemark/kit-ui";
import { client } from "../lib/client.ts";
import { renewFingerprint } from "../lib/fingerprint.ts";
import { isInApp } from "../lib/native-bridge.ts";
import { hostsOfPage } from "../lib/place.ts";
import { flagsKnown } from "../session/flags.ts";
import { refreshUser } from "../session/session.ts";
import { refreshStrategies } from "../session/strategies.ts";

/** A token grows old also while nobody looks at the page, and a page may have begun with one that was nearly old. */
const fingerprintLookEveryMs = 60_000;

/** What finds out about the device keeps the page busy: it waits until somebody has touched the page, but not longer than this. */
const touchWaitMaxMs = 10_000;

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callback.
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 4_000 });
    else setTimeout(resolve, 1_000);
  });

const touched = (): Promise<void> =>
  new Promise((resolve) => {
    const ends = new AbortController();
    const end = (): void => {
      ends.abort();
      resolve();
    };
    for (const kind of ["pointerdown", "keydown", "wheel", "touchstart"])
      addEventListener(kind, end, { passive: true, signal: ends.signal });
    setTimeout(end, touchWaitMaxMs);
  });

function renew(): void {
  void renewFingerprint(Date.now(), async (visitor) => {
    const outcome = await client.call("fingerprintToken", { visitor, kind: "web" });
    return outcome.ok ? outcome.value.token : undefined;
  });
}

async function keepFingerprint(): Promise<void> {
  // The app knows its own: it is only asked.
  if (!isInApp()) await touched();
  await idle();
  renew();
  setInterval(renew, fingerprintLookEveryMs);
}

/** What a started page does besides, each when it has time: nothing on the screen waits for it. */
export async function afterStart(): Promise<void> {
  const besides: readonly (() => unknown)[] = [
    prepareToasts,
    flagsKnown,
    refreshUser,
    refreshStrategies,
    async () => (await import("../lib/bot-routine.ts")).bringRoutine(hostsOfPage().resources),
    keepFingerprint,
  ];
  for (const begin of besides) {
    await idle();
    begin();
  }
}
