import {
  type DocumentKind,
  partsOf,
  partsToRepeat,
  type PicturePart,
  type RefusalReason,
  type VerificationPart,
  verificationTriesMax,
} from "@tidemark/contracts";

/** The steps of the form, each with the parts that it sends; the last one sends them to review. */
export const formSteps = ["data", "document", "selfie", "submit"] as const;
export type FormStep = (typeof formSteps)[number];

const partsOfStep = {
  data: ["data"],
  document: ["front", "back"],
  selfie: ["selfie"],
  submit: [],
} as const satisfies Readonly<Record<FormStep, readonly VerificationPart[]>>;

export const stepOf = (part: VerificationPart): FormStep =>
  part === "data" ? "data" : part === "selfie" ? "selfie" : "document";

/** The sides of a document that are photographed. */
export const sidesOf = (kind: DocumentKind): readonly PicturePart[] =>
  partsOf(kind).filter((part): part is PicturePart => part === "front" || part === "back");

/** Parts that have not arrived. Without a kind of document, those of the longest one. */
export const missingParts = (
  kept: readonly VerificationPart[],
  kind: DocumentKind | null,
): readonly VerificationPart[] => partsOf(kind ?? "identityCard").filter((part) => !kept.includes(part));

/** The first step that something is missing for; where nothing is, the last. */
export function firstOpenStep(kept: readonly VerificationPart[], kind: DocumentKind | null): FormStep {
  const missing = missingParts(kept, kind);
  return formSteps.find((step) => partsOfStep[step].some((part) => missing.includes(part))) ?? "submit";
}

/** The step after this one that something is missing for: what was accepted is not asked again. */
export function stepAfter(step: FormStep, kept: readonly VerificationPart[], kind: DocumentKind | null): FormStep {
  const missing = missingParts(kept, kind);
  const later = formSteps.slice(formSteps.indexOf(step) + 1);
  return later.find((one) => partsOfStep[one].some((part) => missing.includes(part))) ?? "submit";
}

export const stepBefore = (step: FormStep): FormStep | undefined => formSteps[formSteps.indexOf(step) - 1];

/** Why a refused verification cannot be sent again; undefined where it can. */
export function closedBecause(reason: RefusalReason | null, tries: number): "final" | "tries" | undefined {
  if (reason !== null && partsToRepeat(reason).length === 0) return "final";
  return tries >= verificationTriesMax ? "tries" : undefined;
}
