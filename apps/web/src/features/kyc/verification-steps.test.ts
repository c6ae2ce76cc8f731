import { expect, test } from "vitest";
import {
  closedBecause,
  firstOpenStep,
  missingParts,
  sidesOf,
  stepAfter,
  stepBefore,
  stepOf,
} from "./verification-steps.ts";

test("a passport has one side, the other documents two", () => {
  expect([sidesOf("passport"), sidesOf("identityCard"), sidesOf("drivingLicence")]).toEqual([
    ["front"],
    ["front", "back"],
    ["front", "back"],
  ]);
});

test("the form begins where something is missing, and ends with the submission", () => {
  expect(firstOpenStep([], null)).toBe("data");
  expect(firstOpenStep(["data"], null)).toBe("document");
  expect(firstOpenStep(["data", "front"], "identityCard")).toBe("document");
  expect(firstOpenStep(["data", "front"], "passport")).toBe("selfie");
  expect(firstOpenStep(["data", "front", "selfie"], "passport")).toBe("submit");
});

test("after a refusal only the missing parts are asked for", () => {
  const kept = ["data", "front", "selfie"] as const;
  expect(missingParts(kept, "identityCard")).toEqual(["back"]);
  expect(firstOpenStep(kept, "identityCard")).toBe("document");
  expect(stepAfter("document", [...kept, "back"], "identityCard")).toBe("submit");
  expect(stepAfter("data", ["data", "front", "back"], "identityCard")).toBe("selfie");
});

test("every part belongs to a step, and every step but the first has one before", () => {
  expect((["data", "front", "back", "selfie"] as const).map(stepOf)).toEqual([
    "data",
    "document",
    "document",
    "selfie",
  ]);
  expect([stepBefore("data"), stepBefore("submit")]).toEqual([undefined, "selfie"]);
});

test("a final reason and five tries close it", () => {
  expect([
    closedBecause("UNDER_AGE", 1),
    closedBecause("BACK_UNREADABLE", 5),
    closedBecause("BACK_UNREADABLE", 4),
  ]).toEqual(["final", "tries", undefined]);
});
