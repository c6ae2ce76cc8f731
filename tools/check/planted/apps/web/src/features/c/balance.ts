import { parseUnits } from "../../../../../../../../money/src/text.ts";

export const balance = (text: string): bigint => parseUnits(text) ?? 0n;
export const value = (text: string): bigint => parseUnits(text) || 0n;
export const size = (text: string): bigint => parseUnits(text, 2)!;
