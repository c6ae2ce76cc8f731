import { isPasswordWhole } from "@tidemark/contracts";

export type NewPassword = { readonly password: string; readonly again: string };
export const noPassword: NewPassword = { password: "", again: "" };

/** Problems of a new password and its confirmation; empty if it can be sent. */
export function passwordProblems({ password, again }: NewPassword): {
  password?: "missing" | "format";
  again?: "differ";
} {
  return {
    ...(isPasswordWhole(password) ? {} : { password: password === "" ? ("missing" as const) : ("format" as const) }),
    ...(password === again ? {} : { again: "differ" as const }),
  };
}
