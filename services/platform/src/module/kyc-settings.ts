import { choice, integer, modeSetting, text } from "@tidemark/kit-node";
import { dayMs } from "./utc-days.ts";

/** Settings of verifications; the command line of operators reads them too. */
export const kycSettings = {
  ...modeSetting,
  /** Where pictures of documents are kept; production must say it. Empty in development and `off`: none are taken. */
  KYC_STORE: choice(["", "off", "directory", "s3"], ""),
  /** Key that wraps the keys of pictures and seals personal data: 64 hex digits, never changed. */
  KYC_MASTER_KEY: text({ default: "" }),
  /** A folder of this machine, for KYC_STORE=directory. */
  KYC_DIRECTORY: text({ default: "" }),
  /** For KYC_STORE=s3. An empty URL is Amazon's own. */
  KYC_S3_URL: text({ default: "" }),
  KYC_S3_REGION: text({ default: "us-east-1" }),
  KYC_S3_BUCKET: text({ default: "" }),
  KYC_S3_ACCESS_KEY: text({ default: "" }),
  KYC_S3_SECRET_KEY: text({ default: "" }),
  /** How long pictures and data of a verified account are kept after the decision, and of one that was never finished after its last change. */
  KYC_RETENTION_MS: integer({ min: 1_000, max: 40_000 * dayMs, default: 1_826 * dayMs }),
  KYC_DRAFT_RETENTION_MS: integer({ min: 1_000, max: 365 * dayMs, default: 30 * dayMs }),
  KYC_RETENTION_EVERY_MS: integer({ min: 50, max: dayMs, default: 10 * 60_000 }),
  /** The provider that looks at pictures before people do. Without a URL people look at once. */
  KYC_PROVIDER_URL: text({ default: "" }),
  KYC_PROVIDER_TOKEN: text({ default: "" }),
  /** Signs what the provider reports. */
  KYC_WEBHOOK_SECRET: text({ default: "" }),
  KYC_PROVIDER_EVERY_MS: integer({ min: 50, max: 60_000, default: 2_000 }),
  /** After this people look without the provider's answer. */
  KYC_PROVIDER_WAIT_MS: integer({ min: 100, max: dayMs, default: 10 * 60_000 }),
} as const;

export type KycConfig = {
  readonly [K in keyof typeof kycSettings]: ReturnType<(typeof kycSettings)[K]["read"]>;
};

/** Incomplete settings stop the start; otherwise only users who send documents would notice. */
export function checkKyc(read: KycConfig): void {
  const needed = {
    "": [],
    off: [],
    directory: ["KYC_DIRECTORY"],
    s3: ["KYC_S3_BUCKET", "KYC_S3_ACCESS_KEY", "KYC_S3_SECRET_KEY"],
  } as const;
  for (const name of needed[read.KYC_STORE]) if (read[name] === "") throw new Error(`${name} is not set`);
  if (read.KYC_PROVIDER_URL !== "" && read.KYC_WEBHOOK_SECRET.length < 32)
    throw new Error("KYC_WEBHOOK_SECRET needs at least 32 characters");
  if (read.TIDEMARK_MODE !== "production") return;
  if (read.KYC_STORE === "") throw new Error("KYC_STORE is not set: production must say it, there is no default");
  for (const name of ["KYC_S3_URL", "KYC_PROVIDER_URL"] as const)
    if (read[name] !== "" && !read[name].startsWith("https://")) throw new Error(`${name} must be https in production`);
}
