import { createECDH } from "node:crypto";
import { calls, deviceOf, pushSubscriptionsMax } from "@tidemark/contracts";
import { type Answer, answer, type Clock, type Database, given, inTransaction, refuse } from "@tidemark/kit-node";
import type { Accounts } from "../../module/accounts.ts";
import { isPushEndpoint, type PushServices } from "./endpoint-rules.ts";
import { sessionOf } from "./push-session.ts";
import { subscriptions } from "./push-store.ts";

export type PushAnswerDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly accounts: Pick<Accounts, "sessionOf">;
  /** Empty where no pushes are sent. */
  readonly publicKey: string;
  readonly services: PushServices;
};

/** Whether it is a point of the curve: with another nothing could be sealed for the browser. */
function isPoint(p256dh: string): boolean {
  try {
    const pair = createECDH("prime256v1");
    pair.generateKeys();
    pair.computeSecret(Buffer.from(p256dh, "base64url"));
    return true;
  } catch {
    return false;
  }
}

export const pushAnswers = (deps: PushAnswerDeps): Answer[] => {
  const { db, clock, accounts, publicKey, services } = deps;
  return [
    answer(calls.pushSettings, async (_ask, { uid }) => {
      const browsers: { endpoint: string; device: string; madeAt: number }[] = [];
      for (const one of await subscriptions.of(db, uid)) {
        const { endpoint, device, madeAt } = one;
        if ((await sessionOf(accounts, db, one, clock.now())) !== undefined)
          browsers.push({ endpoint, device, madeAt });
      }
      return given({ publicKey, browsers });
    }),
    answer(calls.addPushSubscription, async ({ endpoint, p256dh, auth }, { uid, from }) => {
      if (publicKey === "" || (from.session ?? "") === "" || !isPoint(p256dh)) return refuse("REQUEST_INVALID");
      if (!isPushEndpoint(endpoint, services)) return refuse("PUSH_SERVICE_UNKNOWN");
      const { session = "", lang, agent = "" } = from;
      const device = deviceOf(agent) ?? "";
      const one = { uid, session, endpoint, p256dh, auth, lang, device, madeAt: clock.now() };
      await inTransaction(db, (tx) => subscriptions.put(tx, one, pushSubscriptionsMax));
      return given({});
    }),
    answer(calls.removePushSubscription, async ({ endpoint }, { uid }) => {
      await subscriptions.remove(db, uid, endpoint);
      return given({});
    }),
  ];
};
