import { toast } from "@tidemark/kit-ui";
import { RefusedError } from "../lib/answer.ts";

/** What was refused is said, once; that the session is over is said by whoever keeps it. A screen that says it itself is `isQuiet`. */
export function tell(error: Error, meta: Record<string, unknown> | undefined): void {
  if (!(error instanceof RefusedError) || error.problem.refusal === "LOGIN_INVALID" || meta?.isQuiet === true) return;
  toast.error(error.message, { id: error.message });
}
