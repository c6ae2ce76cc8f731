/** What a verification consists of. The front and the back are pictures of the document. */
export const verificationParts = ["data", "front", "back", "selfie"] as const;
export type VerificationPart = (typeof verificationParts)[number];
export const pictureParts = ["front", "back", "selfie"] as const;
export type PicturePart = (typeof pictureParts)[number];

/** Each kind of document with the parts that it takes; a passport has no back. */
const partsOfKind = {
  identityCard: ["data", "front", "back", "selfie"],
  passport: ["data", "front", "selfie"],
  drivingLicence: ["data", "front", "back", "selfie"],
} as const satisfies Readonly<Record<string, readonly VerificationPart[]>>;

export type DocumentKind = keyof typeof partsOfKind;
export const documentKinds = Object.keys(partsOfKind) as [DocumentKind, ...DocumentKind[]];
export const partsOf = (kind: DocumentKind): readonly VerificationPart[] => partsOfKind[kind];

/** Why a person refused, and what has to be sent again. Without parts nothing can be: the decision is final. */
const partsOfReason = {
  DATA_DIFFERS: ["data"],
  FRONT_UNREADABLE: ["front"],
  BACK_UNREADABLE: ["back"],
  DOCUMENT_EXPIRED: ["front", "back"],
  DOCUMENT_NOT_ACCEPTED: ["front", "back"],
  SELFIE_UNCLEAR: ["selfie"],
  FACE_DIFFERS: ["selfie"],
  UNDER_AGE: [],
} as const satisfies Readonly<Record<string, readonly VerificationPart[]>>;

export type RefusalReason = keyof typeof partsOfReason;
export const refusalReasons = Object.keys(partsOfReason) as [RefusalReason, ...RefusalReason[]];
export const partsToRepeat = (reason: RefusalReason): readonly VerificationPart[] => partsOfReason[reason];

/** Submissions of one account; what was refused so often, support looks at. */
export const verificationTriesMax = 5;
/** Whole years. */
export const verifiedAgeMin = 18;

/** Age in whole years on a day, both as YYYY-MM-DD. */
export function ageOn(born: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4));
  return day.slice(5) < born.slice(5) ? years - 1 : years;
}
