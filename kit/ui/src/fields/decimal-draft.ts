import { type DecimalMark, type DecimalRefusal, isAmbiguousPaste, readDecimal } from "./decimal-reading.ts";

/** What stands in a numeric field while it is edited. */
export type DecimalDraft = {
  /** As the user wrote it: "1,2" may still become "1,250". */
  readonly typed: string;
  /** As it is sent; empty where `typed` is no number. */
  readonly text: string;
  /** What was not taken from the last change. */
  readonly refusal?: { readonly reason: DecimalRefusal; readonly typed: string };
};

export type DraftRules = { readonly decimals: number; readonly mark: DecimalMark };

/** Keys that are no part of a number are not taken, nor is a second point where nothing groups. Commas and spaces are: they are read. */
function takenKeys(keys: string): string {
  const taken = keys.replace(/[^\d.,\s’'٬٫．，۰-۹٠-٩０-９]/gu, "");
  if (/[,，]/.test(taken)) return taken;
  const at = taken.search(/[.٫．]/);
  return at < 0 ? taken : taken.slice(0, at + 1) + taken.slice(at + 1).replace(/[.٫．]/g, "");
}

/**
 * The draft after a change of the field. Typed separators stay in the field until it is known what they mean: a dropped one would leave
 * another number than the one typed. A refused paste leaves the field as it was.
 */
export function nextDraft(before: DecimalDraft, keys: string, rules: DraftRules, isPasted: boolean): DecimalDraft {
  const typed = isPasted ? keys : takenKeys(keys);
  const refusedFor = (reason: DecimalRefusal): DecimalDraft => ({
    ...(isPasted ? { typed: before.typed, text: before.text } : { typed, text: "" }),
    refusal: { reason, typed },
  });
  if (isPasted && isAmbiguousPaste(typed, rules.mark)) return refusedFor("ambiguous");
  const reading = readDecimal(typed, rules.decimals, rules.mark);
  if (reading.kind === "refused") return refusedFor(reading.reason);
  if (reading.kind === "unfinished") return isPasted ? refusedFor("not_number") : { typed, text: "" };
  const { text, isCut } = reading;
  if (isCut) return { typed: text, text, refusal: { reason: "decimals", typed } };
  // Text with commas stays as written: the next key may decide what they mean.
  return { typed: /[^\d.]/.test(typed) && !isPasted ? typed : text, text };
}

/** The draft when the field is left: what has not become a number is refused. */
export function leftDraft({ typed, text, refusal }: DecimalDraft): DecimalDraft {
  if (text !== "" || typed === "") return { typed: text, text };
  return { typed, text, refusal: refusal ?? { reason: "not_number", typed } };
}
