import { createHash, randomBytes } from "node:crypto";

/** Tickets and tokens are stored as hashes only, so that a copy of the database grants no access. */
export const tokenHash = (token: string): Buffer => createHash("sha256").update(token).digest();

export const newToken = (bytes = 24): string => randomBytes(bytes).toString("base64url");
