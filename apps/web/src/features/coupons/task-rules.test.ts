import { expect, test } from "vitest";
import { actOf, taskStateOf } from "./task-rules.ts";

test("[C.54] a campaign of tasks asks for its task, any other for what it is granted by", () => {
  expect(actOf({ grantOn: "TASK", task: "SPOT_TRADE" })).toBe("SPOT_TRADE");
  expect(actOf({ grantOn: "KYC", task: null })).toBe("KYC");
  expect(actOf({ grantOn: "INVITE", task: null })).toBe("INVITE");
  // A newer server may grant for what this page does not show.
  expect(actOf({ grantOn: "TASK", task: null })).toBeUndefined();
});

test("[C.55] a coupon that can still be had is offered also where others were; one that another account has had is closed", () => {
  expect(taskStateOf({ isOpen: true, received: 0 })).toBe("open");
  expect(taskStateOf({ isOpen: true, received: 2 })).toBe("open");
  expect(taskStateOf({ isOpen: false, received: 1 })).toBe("received");
  expect(taskStateOf({ isOpen: false, received: 0 })).toBe("closed");
});
