import type { JSHandle } from "@playwright/test";
import { botMarkMessage, botMarkOf, readProof } from "@tidemark/contracts";
import type { Client } from "@tidemark/kit-client";
import type { Sent, Visit } from "./visit.ts";

export const userInfoPath = "/user/userInfo";
export const refreshPath = "/user/refresh_token";

export type Envelope = { readonly code: number; readonly data: Record<string, unknown> };

export async function answerTo({ request }: Sent): Promise<Envelope> {
  return (await (await request.response())!.json()) as Envelope;
}

/** The page's own client, to repeat calls of a screen. */
export const clientOf = (of: Visit): Promise<JSHandle<Client>> => of.part<Client>("call", "renew", "noteSeq");

/** Whether the gateway accepts the mark: it then counts the request as one and not as four. */
export function isMarked({ path, query, request }: Sent): boolean {
  const proof = readProof(query.get("auth"));
  return (
    proof !== undefined && request.headers()["bot-mark"] === botMarkOf(botMarkMessage(proof.time, proof.nonce, path))
  );
}
