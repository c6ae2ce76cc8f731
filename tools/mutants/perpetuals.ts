import type { Mutant } from "./mutant.ts";

/**
 * Bugs in the perpetual engine (engine/src/perps, triggers, and what they share with spot). They join with the code they break, one for
 * each of: rounding turned · tier off by one · reserve not released · hold recomputed with the old leverage · OCO sibling left · stale mark
 * accepted · fee on the wrong base · funding to the wrong side · resting closes trimmed oldest first · closable ignores resting closes ·
 * isolated loss taken from cash · voucher leg paid out early · bonus counted as transferable · position SL not armed again · trigger fired
 * twice in one command · liquidation in HALT · partial step skips a tier · takeover at mark instead of bankruptcy value · fund below zero ·
 * ADL ranking reversed · OI counts resting orders · breaker compares with the last sample only · dead-man deadline lost at restart.
 */
export const perpetualMutants: readonly Mutant[] = [];
