import {
  ageOn,
  type DocumentKind,
  kycStatusOf,
  partsOf,
  partsToRepeat,
  type PersonalData,
  type PicturePart,
  type Refusal,
  type RefusalReason,
  type VerificationPart,
  verificationAfter,
  type VerificationRow,
  type VerificationState,
  verificationTriesMax,
  verifiedAgeMin,
} from "@tidemark/contracts";

/** A verification as it is stored, without its sealed data. */
export type Verification = {
  readonly uid: number;
  readonly state: VerificationState;
  readonly hasData: boolean;
  readonly pictures: readonly PicturePart[];
  readonly documentKind: DocumentKind | null;
  readonly documentCountry: string | null;
  readonly reason: RefusalReason | null;
  readonly tries: number;
  readonly suggestion: string | null;
  readonly submittedAt: number;
  readonly checkedAt: number;
  readonly decidedAt: number;
};

/** What a user has who never began one. */
export const noVerification = (uid: number): Verification => ({
  uid,
  state: "DRAFT",
  hasData: false,
  pictures: [],
  documentKind: null,
  documentCountry: null,
  reason: null,
  tries: 0,
  suggestion: null,
  submittedAt: 0,
  checkedAt: 0,
  decidedAt: 0,
});

const keptParts = ({ hasData, pictures }: Verification): VerificationPart[] => [
  ...(hasData ? (["data"] as const) : []),
  ...pictures,
];

/** What has to be sent before it can be submitted. Without a kind of document all parts of the longest one are missing. */
export function missingParts(one: Verification): readonly VerificationPart[] {
  const kept = keptParts(one);
  return partsOf(one.documentKind ?? "identityCard").filter((part) => !kept.includes(part));
}

/** Why nothing of it may be changed now; undefined where it may. */
export function closedBecause({ state, reason, tries }: Verification, level: number): Refusal | undefined {
  if (level > 0) return "KYC_VERIFIED";
  if (verificationAfter(state, "submit") === undefined) return "KYC_WAITS";
  if (reason !== null && partsToRepeat(reason).length === 0) return "KYC_CLOSED";
  return tries >= verificationTriesMax ? "KYC_TRIES" : undefined;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
export const isUnderAge = ({ birthDate }: PersonalData, now: number): boolean =>
  ageOn(birthDate, dayOf(now)) < verifiedAgeMin;

/** The verification as its owner sees it. */
export const verificationRowOf = (one: Verification, level: number): VerificationRow => ({
  uid: one.uid,
  status: kycStatusOf(one.state, level),
  state: one.state,
  level,
  documentKind: one.documentKind,
  documentCountry: one.documentCountry,
  kept: keptParts(one),
  reason: one.reason,
  tries: one.tries,
  submittedAt: one.submittedAt,
  checkedAt: one.checkedAt,
  decidedAt: one.decidedAt,
});
