import { writeFile } from "node:fs/promises";
import { readConfig } from "@tidemark/kit-node";
import { type KycConfig, kycSettings, messagesOfTools, openKycRegister } from "@tidemark/platform";
import type { CommandLine } from "./command-line.ts";
import type { KycOrder } from "./order.ts";

const developmentStorePort = 8027;

/** The settings of the platform; in development those of `pnpm dev`, where nothing else is said. */
async function readSettings(): Promise<KycConfig> {
  const read = readConfig(kycSettings);
  if (read.TIDEMARK_MODE === "production" || read.KYC_STORE !== "") return read;
  const { s3Settings } = await import("../../tests/peers/s3.ts");
  return readConfig(kycSettings, { ...process.env, ...s3Settings(developmentStorePort, "").platform });
}

/** Verifications that wait for a review: the account, when it was submitted, how often, and what the provider suggests. */
export async function listVerifications({ databaseUrl, print }: CommandLine): Promise<void> {
  const register = openKycRegister(databaseUrl, await readSettings(), messagesOfTools);
  try {
    const waiting = await register.waiting();
    if (waiting.length === 0) print("No verification waits for a review.");
    for (const { uid, submittedAt, documentKind, documentCountry, tries, suggestion } of waiting)
      print(
        [
          uid,
          new Date(submittedAt).toISOString(),
          documentKind,
          documentCountry ?? "–",
          `try ${tries}`,
          suggestion ?? "–",
        ].join("  "),
      );
  } finally {
    await register.close();
  }
}

export async function decideVerification(order: KycOrder, { databaseUrl, origin, print }: CommandLine): Promise<void> {
  const { verified: uid, reason } = order;
  const register = openKycRegister(databaseUrl, await readSettings(), messagesOfTools);
  try {
    if (order.action === "view-verification") {
      const bytes = await register.view({ uid, part: order.part, reason, origin });
      // Not over a file that is there, and for nobody else to read.
      await writeFile(order.out, bytes, { mode: 0o600, flag: "wx" });
      return print(`${order.part} of account ${uid} is in ${order.out}. Delete it after the review.`);
    }
    if (order.action === "approve-verification") await register.approve({ uid, reason, origin });
    else await register.refuse({ uid, because: order.because, reason, origin });
    print(`The verification of account ${uid} is ${order.action === "approve-verification" ? "approved" : "refused"}.`);
  } finally {
    await register.close();
  }
}
