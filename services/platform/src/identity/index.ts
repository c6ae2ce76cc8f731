import { type RobotKind, robotKinds } from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import { openOutbox, secretBox, textSigner } from "@tidemark/kit-node";
import type { Config } from "../module/config.ts";
import type { ModuleDeps, Module } from "../module/deps.ts";
import { openRobotChecks, type RobotSettings } from "./account/robot-checks.ts";
import { thinEveryMs, thinIdentity } from "./account/retention.ts";
import type { Times } from "./account/rules.ts";
import { useRobotCheck } from "./account/user-store.ts";
import { answersOf } from "./answers.ts";
import { identityTimeline } from "./operators/account-store.ts";
import { accountAnswers } from "./operators/answers.ts";
import type { IdentityDeps } from "./account/deps.ts";
import { type OAuthSettings, openOAuthProviders } from "./oauth/oauth-providers.ts";
import { passkeyOrigins } from "./passkey/passkey-origins.ts";
import { openPasswords } from "./password/passwords.ts";

export { invitations } from "./account/invitations.ts";
export { openUserLookup } from "./account/user-lookup.ts";
export { accountsOf } from "./session/accounts.ts";
export { type SeedUser, seedUsers } from "./sign-in/seed-users.ts";

const schema = "identity";

function robotSettingsOf(config: Config): RobotSettings {
  const kinds = config.ROBOT_CHECKS.split(",") as RobotKind[];
  for (const kind of kinds) if (!robotKinds.includes(kind)) throw new Error(`ROBOT_CHECKS: there is no ${kind}`);
  return {
    kinds,
    geetest: { url: config.GEETEST_URL, id: config.GEETEST_ID, key: config.GEETEST_KEY },
    recaptcha: { url: config.RECAPTCHA_URL, secret: config.RECAPTCHA_SECRET },
  };
}

function oauthSettingsOf(config: Config): OAuthSettings {
  return {
    google: {
      issuer: config.GOOGLE_ISSUER,
      clientId: config.GOOGLE_CLIENT_ID,
      secret: config.GOOGLE_CLIENT_SECRET,
      redirectUrl: config.GOOGLE_REDIRECT_URL,
    },
    apple: {
      issuer: config.APPLE_ISSUER,
      clientId: config.APPLE_CLIENT_ID,
      teamId: config.APPLE_TEAM_ID,
      keyId: config.APPLE_KEY_ID,
      privateKey: config.APPLE_PRIVATE_KEY,
      redirectUrl: config.APPLE_REDIRECT_URL,
    },
    isProduction: config.TIDEMARK_MODE === "production",
    timeoutMs: config.OAUTH_TIMEOUT_MS,
  };
}

const timesOf = (config: Config): Times => ({
  codeResendMs: config.CODE_RESEND_MS,
  codeValidMs: config.CODE_VALID_MS,
  signInValidMs: config.SIGN_IN_VALID_MS,
  qrValidMs: config.QR_VALID_MS,
  sessionTicketValidMs: config.SESSION_TICKET_VALID_MS,
  keyOfferValidMs: config.KEY_OFFER_VALID_MS,
  refreshGraceMs: config.REFRESH_GRACE_MS,
  withdrawalLockMs: config.WITHDRAWAL_LOCK_MS,
  oauthValidMs: config.OAUTH_VALID_MS,
  passkeyValidMs: config.PASSKEY_VALID_MS,
  factorFreshMs: config.FACTOR_FRESH_MS,
});

/** The kind of invalidation that gateways subscribe to. */
const sessionsEnded = "identity.sessionsEnded";

/** Accounts, sign-in and sessions. The only file that others may import. */
export function identity({
  db,
  time,
  log,
  config,
  regionOf,
  ask,
  notices,
  profiles,
  vipLevels,
  registrationCoupons,
  invalidate,
  commands,
  core,
  verifications,
}: ModuleDeps): Module {
  const mode = config.PLATFORM_ROLE === "migrate" ? "development" : config.TIDEMARK_MODE;
  const box = secretBox("IDENTITY_SECRET", config.IDENTITY_SECRET, mode);
  const passwords = openPasswords({ waitMaxMs: config.PASSWORD_WAIT_MAX_MS, niceness: config.PASSWORD_NICENESS }, time);
  const useOnce = (hash: Buffer): Promise<boolean> => useRobotCheck(db, hash, time.now());
  const outbox =
    commands === undefined
      ? undefined
      : openOutbox({ db, schema, producer: producers.identity, sender: commands, time, log });

  const deps: IdentityDeps = {
    db,
    clock: time,
    box,
    notices,
    signer: textSigner("SESSION_SIGNING_KEY", config.SESSION_SIGNING_KEY, mode),
    passwords,
    profiles,
    vipLevels,
    registrationCoupons,
    robotChecks: openRobotChecks(robotSettingsOf(config), { box, now: () => time.now(), useOnce }),
    regionOf,
    newDevice: config.SIGN_IN_NEW_DEVICE,
    times: timesOf(config),
    oauthProviders: openOAuthProviders(oauthSettingsOf(config), time, log),
    passkeyOriginsOf: passkeyOrigins(config.PASSKEY_ORIGINS, mode),
    ask,
    wakeOutbox: () => outbox?.wake(),
    publishEndedSessions: (ids) => (ids.length === 0 ? undefined : invalidate(sessionsEnded, { ids })),
  };
  return {
    answers: answersOf(deps),
    operatorAnswers: accountAnswers({
      ...deps,
      log,
      core,
      verifications,
      viewsPerHour: config.OPERATOR_VIEWS_PER_HOUR,
    }),
    timeline: identityTimeline(db),
    jobs: [{ name: "identity retention", everyMs: thinEveryMs, run: (tx) => thinIdentity(tx, time.now()) }],
    async close() {
      passwords.close();
      await outbox?.close();
    },
  };
}
