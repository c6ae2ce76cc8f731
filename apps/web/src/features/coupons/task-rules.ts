import type { CampaignTask, CouponTask } from "@tidemark/contracts";

/** What is done for a coupon. */
export type TaskAct = "KYC" | "INVITE" | CampaignTask;

export const actOf = ({ grantOn, task }: Pick<CouponTask, "grantOn" | "task">): TaskAct | undefined =>
  grantOn === "TASK" ? (task ?? undefined) : grantOn;

/** Open: one can still be had. Closed: an account that has used the same device has had it. */
export type TaskState = "open" | "received" | "closed";
export function taskStateOf({ isOpen, received }: Pick<CouponTask, "isOpen" | "received">): TaskState {
  if (isOpen) return "open";
  return received > 0 ? "received" : "closed";
}
