import { prepareToasts } from "@tidemark/kit-ui";
import { client } from "../lib/client/client.ts";
import { appConfig } from "../lib/config/app-config.ts";
import { renewFingerprint, visitorByScript } from "../lib/device/fingerprint.ts";
import { isInApp } from "../lib/device/native-bridge.ts";
import { hostsOfPage } from "../lib/client/page-hosts.ts";
import { loadFlags } from "../session/flags.ts";
import { refreshUser } from "../session/session.ts";
import { refreshStrategies } from "../session/strategies.ts";

/** Tokens also expire while the page is in the background, and a page may start with one that is nearly expired. */
const fingerprintLookEveryMs = 60_000;

/** Fingerprinting blocks the main thread: it waits for the first input, but not longer than this. */
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
  const issue = async (visitor: string): Promise<string | undefined> => {
    const outcome = await client.call("fingerprintToken", { visitor, kind: "web" });
    return outcome.ok ? outcome.value.token : undefined;
  };
  const { fingerprintScript } = appConfig().settings.common;
  void renewFingerprint(Date.now(), issue, () => visitorByScript(fingerprintScript));
}

async function keepFingerprint(): Promise<void> {
  // The app supplies its own fingerprint, so there is nothing to compute.
  if (!isInApp()) await touched();
  await idle();
  renew();
  setInterval(renew, fingerprintLookEveryMs);
}

/** Background tasks of a started page, each run when the browser is idle; nothing on the screen depends on them. */
export async function afterStart(): Promise<void> {
  const tasks: readonly (() => unknown)[] = [
    prepareToasts,
    loadFlags,
    refreshUser,
    refreshStrategies,
    async () => (await import("../lib/client/bot-routine.ts")).loadBotRoutine(hostsOfPage().resources),
    async () => (await import("../session/push.ts")).renewPush(),
    keepFingerprint,
  ];
  for (const run of tasks) {
    await idle();
    run();
  }
}
