import { floorDiv } from "../../../../../../money/src/decimal.ts";
export const half = (value: bigint): bigint => floorDiv(value, 2n);
