import { toast } from "@tidemark/kit-ui";
import { RefusedError } from "../lib/client/answer.ts";

/** Shows a refusal as a toast, once. An ended session is reported by the session; a query that shows its error itself sets `isQuiet`. */
export function toastRefusal(error: Error, meta: Record<string, unknown> | undefined): void {
  if (!(error instanceof RefusedError) || error.problem.refusal === "LOGIN_INVALID" || meta?.isQuiet === true) return;
  toast.error(error.message, { id: error.message });
}
