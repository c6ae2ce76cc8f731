import type { Refusal } from "@tidemark/contracts";
import { type Asked, inTransaction } from "@tidemark/kit-node";
import { type IdentityDeps } from "../account/deps.ts";
import type { User } from "../account/user-store.ts";
import { isCodeRight } from "../codes/codes.ts";
import { freshProblem, hasFactor } from "../session/factors.ts";
import { mainContactOf, ownFlow } from "./changes.ts";
import { isOwnPassword } from "./own-password.ts";

/** What a signed-in user shows again: a session alone may be stolen. */
export type OwnerProof = { readonly password?: string | undefined; readonly code?: string | undefined };

/**
 * The refusal where it is not shown that the owner asks: by a fresh second factor where one is bound, else by the password, else by a code to the
 * main contact. `needsCode`: the code is needed besides the password.
 */
export async function ownerProblem(
  deps: IdentityDeps,
  user: User,
  proof: OwnerProof,
  asked: Asked,
  needsCode = false,
): Promise<Refusal | undefined> {
  if (await hasFactor(deps.db, user.uid))
    return inTransaction(deps.db, (tx) => freshProblem(deps, tx, user.uid, asked));
  if (user.passwordHash !== null) {
    // What was not typed is no guess and costs none of the tries.
    if (proof.password === undefined) return "PASSWORD_WRONG";
    const isRight = await isOwnPassword(deps, user, proof.password);
    if (isRight === undefined) return "BUSY";
    if (!isRight) return "PASSWORD_WRONG";
    if (!needsCode) return undefined;
  }
  const code = { flow: ownFlow(user.uid), contactText: mainContactOf(user), code: proof.code ?? "", uses: true };
  return (await inTransaction(deps.db, (tx) => isCodeRight(deps, tx, code))) ? undefined : "CODE_WRONG";
}
