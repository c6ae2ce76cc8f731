import { z } from "zod";
import { ofService } from "../call-parts.ts";
import { defineCall } from "../define.ts";

/** From the wallet only, not in the catalogue: whether the session that the question names is open, its user's own, and the account not frozen. */
export const sessionQuestion = defineCall({
  ...ofService,
  name: "identity.session",
  path: "GET /none/session",
  ask: z.strictObject({}),
  answer: z.object({ isOpen: z.boolean() }),
  refusals: ["BUSY"],
});
