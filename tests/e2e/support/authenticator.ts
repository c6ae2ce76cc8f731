import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@playwright/test";
import { generateSync } from "otplib";
import { emailOf } from "../../../tools/dev/seed/people.ts";
import { readMailbox } from "./mailbox.ts";
import type { Screen } from "./screen.ts";

/** A code that is about to change is not typed any more. */
async function roomInStep(): Promise<void> {
  const remainingMs = 30_000 - (Date.now() % 30_000);
  if (remainingMs < 6_000) await sleep(remainingMs);
}

/** The codes of an authenticator, each of which is taken once. */
export type Authenticator = { code(stepsLater: number): string };

/** Binds one in the Security Center, which is open. */
export async function bindAuthenticator(screen: Screen, mailboxUrl: string | undefined): Promise<Authenticator> {
  await screen.at("guard-authenticator-open").click();
  await expect(screen.at("authenticator-key")).toHaveText(/^[A-Z2-7 ]{16,}$/);
  const secret = (await screen.at("authenticator-key").textContent())!.replaceAll(" ", "");
  const code = (stepsLater: number): string =>
    generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + stepsLater * 30 });
  const since = Date.now();
  await screen.at("send-own").click();
  await screen.at("code-own").fill(await readMailbox.code(emailOf(screen.name), since, mailboxUrl));
  await roomInStep();
  await screen.at("code-google").fill(code(-1));
  await screen.at("authenticator-bind-submit").click();
  await expect(screen.at("guard-authenticator")).toHaveAttribute("data-on", "true");
  return { code };
}
