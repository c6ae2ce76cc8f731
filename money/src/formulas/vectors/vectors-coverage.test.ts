import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { vectors } from "../../../testing/vectors.ts";
import { vectorsForEngine } from "./vectors-support.ts";

const here = new URL(".", import.meta.url);

test("every vector is proved here by formulas or stands on the engine's list with its scenario", () => {
  const sources = readdirSync(here).filter((name) => /^vectors.*[.]test[.]ts$/.test(name));
  const texts = sources.map((name) => readFileSync(new URL(name, here), "utf8"));
  // A number counts where a vector is registered: by itself, or in the list of a loop.
  const named = texts.flatMap((text) =>
    [...text.matchAll(/vector\(\s*"(V\d{3})"|for \(const id of \[([^\]]*)\]\)/g)].flatMap(([, one, many]) =>
      one === undefined ? many!.match(/V\d{3}/g)! : [one],
    ),
  );
  const proved = [...named, ...vectorsForEngine.map(({ id }) => id)];
  expect(proved.toSorted()).toEqual([...vectors.keys()]);
});
