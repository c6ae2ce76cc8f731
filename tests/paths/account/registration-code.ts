import type { Database } from "@tidemark/kit-node";
import { noticeSink } from "../../../services/platform/testing/notice-sink.ts";
import { robotAnswerOf } from "../../../services/platform/testing/robot.ts";
import type { Trader } from "../../../tools/dev/trader.ts";
import { good } from "../../load/outcome.ts";

/** The code by which an account is opened with this address. */
export async function registrationCode({ client }: Trader, notices: Database, email: string): Promise<string> {
  const ask = { purpose: "register", loginId: email, robot: await robotAnswerOf(client) } as const;
  good(await client.call("sendCode", ask));
  return noticeSink(notices).codeOf(email);
}
