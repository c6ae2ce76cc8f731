import { useEffect } from "react";
import { useLive, userLive, type WholeRow } from "../lib/client/live.ts";
import { mergeUser, useUser } from "./user.ts";

export type Verification = WholeRow<"verification">;

/** The verification of the user, as reviews change it; undefined until it is loaded. The user's own status follows it. */
export function useVerification(): Verification | undefined {
  const userId = useUser()?.userId;
  const { state, rows } = useLive(userId === undefined ? undefined : userLive("verification", userId));
  const row = state === "loading" ? undefined : rows[0];
  const status = row?.status;
  useEffect(() => {
    if (status !== undefined) mergeUser({ kycStatus: status });
  }, [status]);
  return row;
}
