export { ceilDiv, divExact, floorDiv, isMoney, moneyLimit, moneyScale, roundHalfUp } from "./decimal.ts";
export { isRate, rateOne, rateOneBig } from "./rate.ts";
export { group, parseUnits, printUnits } from "./text.ts";
export { type Amount, minus, plus } from "./amount.ts";
export { bandMax, bandMin, feeOf, type SpotMeasure, spotMaxLots, spotReserve, spotValue } from "./formulas/spot.ts";
