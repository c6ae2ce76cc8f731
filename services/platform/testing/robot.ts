import type { RobotAnswer } from "@tidemark/contracts";
import type { Client } from "@tidemark/kit-client";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";

/** Solves the self-hosted robot check, as a page would. */
export async function robotAnswerOf(client: Client): Promise<RobotAnswer> {
  const asked = await client.call("robotChallenge", {});
  if (!asked.ok) throw new Error(asked.message);
  const challenge = asked.value as never;
  const solution = await solveChallenge({ challenge, deriveKey });
  return { kind: "altcha", payload: Buffer.from(JSON.stringify({ challenge, solution })).toString("base64") };
}
