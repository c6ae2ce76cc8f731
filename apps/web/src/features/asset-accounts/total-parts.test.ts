import { productIds } from "@tidemark/contracts";
import { expect, test, vi } from "vitest";
import { sumOf } from "../../lib/format/number-text.ts";

// Titles are macros that only the page's build expands.
vi.mock("@lingui/core/macro", () => ({ msg: () => ({ id: "" }) }));
const { partsOf } = await import("./total-parts.ts");

const products = Object.values(productIds).map((product) => ({ product, value: `${product}00.5`, bonus: "0" }));

test("[S1.9] money that earns is a sixth part of the total, and the parts still add up to it", () => {
  const parts = partsOf({ products, earn: "40.25" });
  expect(parts.map(({ id }) => id)).toEqual(["wallet", "spot", "derivatives", "coin", "margin", "earn"]);
  expect(parts[0]!.value).toBe("60.25");
  expect(parts.at(-1)!.value).toBe("40.25");
  expect(sumOf(parts.map(({ value }) => value!))).toBe(sumOf(products.map(({ value }) => value)));
});

test("what is not known yet or cannot be counted stays so", () => {
  expect(partsOf(undefined).map(({ value }) => value)).toEqual(Array.from({ length: 6 }, () => undefined));
  const unknown = products.map((one) => ({ ...one, value: "" }));
  expect(partsOf({ products: unknown, earn: "" }).map(({ value }) => value)).toEqual(
    Array.from({ length: 6 }, () => ""),
  );
});
