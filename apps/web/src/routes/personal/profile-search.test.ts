import { expect, test } from "vitest";
import { readProfileSearch } from "./profile-search.ts";

test("the address names the verification, and anything else is the profile", () => {
  expect(readProfileSearch({ part: "verification" })).toEqual({ part: "verification" });
  expect([readProfileSearch({}), readProfileSearch({ part: "x" }), readProfileSearch({ part: 1 })]).toEqual([
    {},
    {},
    {},
  ]);
});
