import { isPasswordWhole } from "@tidemark/contracts";

export type NewPassword = { readonly password: string; readonly again: string };
export const noPassword: NewPassword = { password: "", again: "" };

/** What is wrong with a new password, of both fields; nothing where it may be sent. */
export function passwordProblems({ password, again }: NewPassword): { password?: "format"; again?: "differ" } {
  return {
    ...(isPasswordWhole(password) ? {} : { password: "format" as const }),
    ...(password === again ? {} : { again: "differ" as const }),
  };
}
