import { type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AnswerOf } from "@tidemark/kit-client";
import { answerOf } from "../lib/client/answer.ts";

export type SecuritySettings = AnswerOf<"securitySettings">;

/** Query key of everything about an account's security: one change may affect the rest. */
export const securityKey = ["own", "security"] as const;

const isAboutSecurity = ({ queryKey: [owner, subject] }: Pick<Query, "queryKey">): boolean =>
  owner === securityKey[0] && (subject === securityKey[1] || subject === "activityList");

/** After a change, refetches all security settings and the activity log. */
export function useRefetchSecurity(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ predicate: isAboutSecurity });
}

/** The security settings of the account. */
export const useSecuritySettings = () =>
  useQuery({
    queryKey: [...securityKey, "settings"],
    queryFn: ({ signal }) => answerOf("securitySettings", {}, signal),
  });

/** The channel of codes to the account's own contact: e-mail if there is one. */
export const codeChannelOf = ({ email }: Pick<SecuritySettings, "email">): "email" | "sms" =>
  email === "" ? "sms" : "email";

/** Codes by e-mail and SMS do not count: an attacker often has the mailbox first. */
export const hasSecondFactor = ({ hasAuthenticator, passkeys }: SecuritySettings): boolean =>
  hasAuthenticator || passkeys > 0;
