import { prepareToasts } from "@tidemark/kit-ui";
import { bringRoutine } from "../lib/bot-routine.ts";
import { client } from "../lib/client.ts";
import { renewFingerprint } from "../lib/fingerprint.ts";
import { hostsOfPage } from "../lib/place.ts";
import { flagsKnown } from "../session/flags.ts";
import { refreshUser } from "../session/session.ts";
import { refreshStrategies } from "../session/strategies.ts";

/** A token grows old also while nobody looks at the page, and a page may have begun with one that was nearly old. */
const fingerprintLookEveryMs = 60_000;

const idle = (run: () => void): void => {
  // Safari has no idle callback.
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: 4_000 });
  else setTimeout(run, 1_000);
};

function renew(): void {
  void renewFingerprint(Date.now(), async (visitor) => {
    const outcome = await client.call("fingerprintToken", { visitor, kind: "web" });
    return outcome.ok ? outcome.value.token : undefined;
  });
}

/** What a started page does besides, when it has time: nothing on the screen waits for it. */
export function afterStart(): void {
  idle(() => {
    prepareToasts();
    void flagsKnown();
    void refreshUser();
    void refreshStrategies();
    void bringRoutine(hostsOfPage().resources);
    renew();
    setInterval(renew, fingerprintLookEveryMs);
  });
}
