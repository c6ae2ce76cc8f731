import { factorFreshMs } from "@tidemark/contracts";
import { systemTime, topicWriter } from "@tidemark/kit-node";
import { accountsOf } from "./identity/index.ts";
import { noticesWithoutSecrets } from "./mail/index.ts";
import { openMessages } from "./messages/index.ts";
import type { Messages } from "./module/messages.ts";

/** Messages for command lines: they publish nothing, and the gateways' poll finds what they have added. */
export const messagesOfTools: Messages = openMessages({
  topics: topicWriter({ schema: "messages", clock: systemTime, publish: () => undefined }),
  mail: accountsOf(noticesWithoutSecrets, factorFreshMs),
  clock: systemTime,
});
