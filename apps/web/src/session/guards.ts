import { type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AnswerOf } from "@tidemark/kit-client";
import { answerOf } from "../lib/answer.ts";

export type Guards = AnswerOf<"guardList">;

/** Everything that is asked about an account's security lies under this: what changes one thing may change the others. */
export const securityKey = ["own", "security"] as const;

const isAboutSecurity = ({ queryKey: [owner, subject] }: Pick<Query, "queryKey">): boolean =>
  owner === securityKey[0] && (subject === securityKey[1] || subject === "activityList");

/** Something about the account's security has changed: asks for all of it anew, and for the log that tells of it. */
export function useSecurityAnew(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ predicate: isAboutSecurity });
}

/** What the account is guarded by. */
export const useGuards = () =>
  useQuery({ queryKey: [...securityKey, "guards"], queryFn: ({ signal }) => answerOf("guardList", {}, signal) });

/** Where a code to the account's own address goes: by e-mail where there is one. */
export const ownChannelOf = ({ email }: Pick<Guards, "email">): "email" | "sms" => (email === "" ? "sms" : "email");

/** Codes by mail and text message are not among them: a mailbox is what a thief has first. */
export const hasSecondFactor = ({ hasAuthenticator, passkeys }: Guards): boolean => hasAuthenticator || passkeys > 0;
