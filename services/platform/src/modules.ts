import { articles } from "./articles/index.ts";
import { content } from "./content/index.ts";
import { coupons } from "./coupons/index.ts";
import { earn } from "./earn/index.ts";
import { identity } from "./identity/index.ts";
import { invites } from "./invites/index.ts";
import { kyc } from "./kyc/index.ts";
import { mail } from "./mail/index.ts";
import { messages } from "./messages/index.ts";
import type { ModuleDeps, Module } from "./module/deps.ts";
import { operator } from "./operator/index.ts";
import { profile } from "./profile/index.ts";
import { security } from "./security/index.ts";
import { simulated } from "./simulated/index.ts";
import { status } from "./status/index.ts";
import { support } from "./support/index.ts";
import { vip } from "./vip/index.ts";
import { withdrawals } from "./withdrawals/index.ts";

/** All modules, in the order in which they start. The key is the module's folder under src. */
export const modules: Readonly<Record<string, (deps: ModuleDeps) => Module>> = {
  content,
  identity,
  security,
  operator,
  profile,
  kyc,
  mail,
  simulated,
  withdrawals,
  messages,
  vip,
  earn,
  invites,
  coupons,
  support,
  articles,
  status,
};
