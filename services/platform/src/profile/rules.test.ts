import { nextMonthStart } from "@tidemark/contracts";
import { expect, test } from "vitest";
import {
  changesLeft,
  monthStart,
  nicknameAfter,
  nicknameFactsOf,
  type NicknameRecord,
  nicknameStates,
} from "./rules.ts";

const none: NicknameRecord = { accepted: null, submitted: null, state: null, submittedInMonth: 0 };

test("[S4.24] a nickname is submitted, is under review, and then accepted or rejected once", () => {
  const steps = nicknameStates.map((state) => [nicknameAfter(state, "accept"), nicknameAfter(state, "reject")]);
  expect(steps).toEqual([
    ["ACCEPTED", "REJECTED"],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

test("[S4.20 S4.22 S4.23] the wire shows 0 with the new name under review, 2 with it after a refusal, else 1 without", () => {
  const at = (state: NicknameRecord["state"]) =>
    nicknameFactsOf({ accepted: "ebb", submitted: "flow", state, submittedInMonth: 1 });
  expect(nicknameFactsOf(none)).toMatchObject({ nickNameStatus: 1, newNickName: "" });
  expect(at("UNDER_REVIEW")).toMatchObject({ nickNameStatus: 0, newNickName: "flow" });
  expect(at("REJECTED")).toMatchObject({ nickNameStatus: 2, newNickName: "flow" });
  expect(at("ACCEPTED")).toMatchObject({ nickNameStatus: 1, newNickName: "" });
});

test("[D.13 S6.11] three changes a month, and never less than none are left", () => {
  expect([0, 1, 3, 4].map((submittedInMonth) => changesLeft({ ...none, submittedInMonth }))).toEqual([3, 2, 0, 0]);
});

test("[S9.3] a month is one of UTC; the year ends with its December", () => {
  const at = Date.UTC(2026, 11, 31, 23, 59, 59, 999);
  expect(monthStart(at)).toBe(Date.UTC(2026, 11, 1));
  expect(nextMonthStart(at)).toBe(Date.UTC(2027, 0, 1));
  expect(monthStart(at + 1)).toBe(nextMonthStart(at));
});
