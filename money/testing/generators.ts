import fc from "fast-check";
import type { ContractMeasure, PositionSide } from "../src/index.ts";
import { btcUsd, btcUsdt } from "../src/formulas/vectors/vectors-support.ts";

// What the property tests of contracts draw from.
export const measures: fc.Arbitrary<ContractMeasure> = fc.constantFrom(btcUsdt.measure, btcUsd.measure);
export const sides: fc.Arbitrary<PositionSide> = fc.constantFrom("long", "short");
export const ticks: fc.Arbitrary<number> = fc.integer({ min: 150_000, max: 900_000 });
