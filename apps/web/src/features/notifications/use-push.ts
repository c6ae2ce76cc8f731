import type { AnswerOf } from "@tidemark/kit-client";
import { toast } from "@tidemark/kit-ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { client } from "../../lib/client/client.ts";
import { hasPush, isPushBlocked, pushKeysNow, subscribePush, unsubscribePush } from "../../lib/push/push.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { pushChoice } from "../../session/push.ts";
import { useUser } from "../../session/user.ts";
import { m } from "./notifications-messages.ts";

const key = ["own", "pushSettings"] as const;
export type PushBrowser = AnswerOf<"pushSettings">["browsers"][number] & { readonly isHere: boolean };

/** The browsers that receive pushes, and how this one starts and stops. */
export function usePush() {
  const t = useTexts();
  const queries = useQueryClient();
  const userId = useUser()?.userId;
  const { data } = useQuery({ queryKey: key, queryFn: ({ signal }) => answerOf("pushSettings", {}, signal) });
  const [own, setOwn] = useState<string>();
  const [isBlocked, setIsBlocked] = useState(isPushBlocked);
  useEffect(() => void pushKeysNow().then((keys) => setOwn(keys?.endpoint)), []);
  const change = useSubmit<object>({ isWhole: true, onDone: () => void queries.invalidateQueries({ queryKey: key }) });

  async function subscribe(publicKey: string) {
    const keys = await subscribePush(publicKey);
    setIsBlocked(isPushBlocked());
    if (keys === "failed") toast.error(t(m.pushFailed));
    if (typeof keys === "string") return undefined;
    const outcome = await client.call("addPushSubscription", keys);
    if (!outcome.ok) return outcome;
    setOwn(keys.endpoint);
    pushChoice.change(userId, { isOn: true });
    return outcome;
  }

  async function remove(endpoint: string, isHere: boolean) {
    if (isHere) {
      pushChoice.change(userId, { isOn: false });
      await unsubscribePush();
    }
    return client.call("removePushSubscription", { endpoint });
  }

  const browsers = data?.browsers.map((one): PushBrowser => ({ ...one, isHere: one.endpoint === own }));
  return {
    /** Undefined until they are loaded. */
    browsers,
    /** Where the exchange sends none, nothing is shown of it. */
    isOffered: data !== undefined && data.publicKey !== "",
    state: hasPush() ? (isBlocked ? ("blocked" as const) : ("ready" as const)) : ("unsupported" as const),
    isOnHere: browsers?.some(({ isHere }) => isHere) === true,
    isPending: change.isPending,
    turnOn: () => void change.submit(() => subscribe(data?.publicKey ?? "")),
    turnOff: ({ endpoint, isHere }: PushBrowser) => void change.submit(() => remove(endpoint, isHere)),
  };
}
