import { expect, test } from "vitest";
import { previewCampaign } from "../console/campaign-calls.ts";
import { campaignTasks } from "./task-calls.ts";

const terms = {
  kind: "CASH_BONUS",
  name: "November",
  asset: "USDT",
  face: "10",
  ratio: "1",
  cap: "0",
  budget: "100",
  perUser: 1,
  volumeRequirement: "500",
  depositRequirement: "0",
  profitRequirement: "0",
  holdHours: 0,
  products: [2, 4],
  symbols: [],
  minLeverage: 0,
  maxLeverage: 0,
  marginMode: "ANY",
  days: 30,
  claimDays: 0,
  startAt: 0,
  endAt: 1_000,
  distributionAt: 0,
  grantOn: "KYC",
  options: {},
};
const taskOf = (change: object): unknown =>
  previewCampaign.ask.parse({ terms: { ...terms, ...change }, pastDays: 7 }).terms.task;

test("[C.54] terms of a console that knows no tasks are taken as before", () => {
  expect(taskOf({})).toBeNull();
  for (const task of campaignTasks) expect(taskOf({ grantOn: "TASK", task })).toBe(task);
  expect(() => taskOf({ grantOn: "TASK", task: "SLEEP" })).toThrow(/Invalid option/);
});
