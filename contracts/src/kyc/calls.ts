import { z } from "zod";
import { ofUser } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { sourceSeq } from "../values.ts";
import { countryShape, isBirthDay, personalTextLengths } from "./personal-data-rules.ts";
import { documentKinds, pictureParts, refusalReasons, verificationParts } from "./verification-parts.ts";
import { verificationStates } from "./verification-states.ts";

/** -1 unverified, 1 or 10 pending, 9 failed, 2 verified; anything else is read as unverified. */
export const getKyc = defineCall({
  ...ofUser,
  name: "kyc.status",
  path: "GET /kyc/getkyc",
  ask: z.strictObject({}),
  answer: z.object({ status: z.number().int() }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

const countryCode = z.string().regex(countryShape);

/** Where a user's verification stands. What was typed and the pictures are in no answer: a stolen session does not get them. */
export const verificationRow = z.object({
  uid: z.number().int(),
  status: z.number().int(),
  state: z.enum(verificationStates),
  level: z.number().int(),
  documentKind: z.enum(documentKinds).nullable(),
  documentCountry: countryCode.nullable(),
  /** Parts that are stored. */
  kept: z.array(z.enum(verificationParts)),
  /** Why the last submission was refused; null where none was. */
  reason: z.enum(refusalReasons).nullable(),
  tries: z.number().int(),
  /** In ms since 1970; 0: not yet. */
  submittedAt: z.number().int(),
  checkedAt: z.number().int(),
  decidedAt: z.number().int(),
});
export type VerificationRow = z.infer<typeof verificationRow>;

export const verification = defineCall({
  ...ofUser,
  name: "kyc.verification",
  path: "GET /kyc/verification",
  ask: z.strictObject({}),
  answer: z.object({ ...sourceSeq, rows: z.array(verificationRow) }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

const textOf = ({ min, max }: { readonly min: number; readonly max: number }) => z.string().trim().min(min).max(max);

export const personalData = z.strictObject({
  givenNames: textOf(personalTextLengths.givenNames),
  familyName: textOf(personalTextLengths.familyName),
  birthDate: z.string().refine(isBirthDay),
  citizenship: countryCode,
  street: textOf(personalTextLengths.street),
  postcode: textOf(personalTextLengths.postcode),
  city: textOf(personalTextLengths.city),
  country: countryCode,
});
export type PersonalData = z.infer<typeof personalData>;

const whileOpen = ["LOGIN_INVALID", "KYC_OFF", "KYC_VERIFIED", "KYC_WAITS", "KYC_TRIES", "KYC_CLOSED", "BUSY"] as const;

export const savePersonalData = defineCall({
  ...ofUser,
  name: "kyc.savePersonalData",
  path: "POST /kyc/data",
  apiKey: "never",
  ask: personalData,
  answer: z.object({}),
  refusals: [...whileOpen, "KYC_UNDER_AGE"],
});

/** What browsers send after they have made a photograph smaller is a tenth of it. */
export const pictureBytesMax = 8 * 1024 * 1024;

/** In pixels of the shorter side: below it nobody can read the lines of a document. */
export const pictureShortSideMin = 400;

/** One picture of a verification. Whatever the file says it is, the owner decodes it and stores a picture of its own. */
export const uploadPicture = defineCall({
  ...ofUser,
  name: "kyc.uploadPicture",
  path: "POST /kyc/file",
  carry: "http",
  body: "form",
  upload: { bytesMax: pictureBytesMax },
  rate: "upload",
  apiKey: "never",
  ask: z.strictObject({
    part: z.enum(pictureParts),
    documentKind: z.enum(documentKinds),
    /** The country that issued the document; of a selfie, that of the document it belongs to. */
    documentCountry: countryCode,
    file: z.file(),
  }),
  answer: z.object({}),
  refusals: [...whileOpen, "FILE_TOO_LARGE", "FILE_NOT_PICTURE", "PICTURE_TOO_SMALL"],
});

/** Hands everything to review. Nothing can be changed until it is decided. */
export const submitVerification = defineCall({
  ...ofUser,
  name: "kyc.submit",
  path: "POST /kyc/submit",
  apiKey: "never",
  ask: z.strictObject({}),
  answer: z.object({}),
  refusals: [...whileOpen, "KYC_INCOMPLETE"],
});
