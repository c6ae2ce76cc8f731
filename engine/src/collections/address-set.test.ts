import fc from "fast-check";
import { expect, test } from "vitest";
import { AddressSet } from "./address-set.ts";

test("[A-20] a set of addresses holds what a plain set holds, small and large, and is small again when it was emptied", () => {
  const act = fc.tuple(fc.constantFrom("add", "delete"), fc.nat(9_000));
  fc.assert(
    fc.property(fc.array(act, { maxLength: 300 }), fc.constantFrom(0, 3_990, 4_090, 6_000), (acts, filled) => {
      const set = new AddressSet();
      const plain = new Set<number>();
      for (let each = 0; each < filled; each++) for (const to of [set, plain]) to.add(each * 2);
      for (const [name, address] of acts) for (const to of [set, plain]) to[name as "add" | "delete"](address);
      expect(set.size).toBe(plain.size);
      expect([...set].toSorted((a, b) => a - b)).toEqual([...plain].toSorted((a, b) => a - b));
      for (const address of set) set.delete(address);
      expect([set.size, ...set]).toEqual([0]);
      for (const address of [9, 4, 7]) set.add(address);
      expect([...set], "small again: in the order of insertion").toEqual([9, 4, 7]);
    }),
    { numRuns: 30 },
  );
});
