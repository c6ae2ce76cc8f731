import type { DocumentKind, PersonalData, PicturePart, RefusalReason } from "@tidemark/contracts";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

export const m = {
  label: msg`Verifications that wait`,
  none: msg`Nothing waits`,
  noneHint: msg`Submitted documents appear here, the oldest first.`,
  tries: msg({ message: "Try {count}" }),
  first: msg`First try`,
  waits: msg({ message: "waits {time}" }),
  show: msg`Show documents`,
  hidden: msg`Documents and personal data are hidden until you open them. Each view is a row of the audit log.`,
  viewReason: msg`Review of a waiting verification`,
  typed: msg`Typed by the user`,
  approve: msg`Approve`,
  refuse: msg`Refuse`,
  seenFirst: msg`Open the documents first: nobody is decided about unseen.`,
  approveReason: msg`Document, data and face agree`,
  whyTitle: msg({ message: "Why is {uid} refused?" }),
  close: msg`Close`,
  approved: msg({ message: "{uid} is approved: level 1" }),
  refused: msg({ message: "{uid} is refused" }),
  suggested: msg`Suggested by the provider`,
  neverDecides: msg`A suggestion never decides.`,
  missing: msg`Not there any more`,
};

export const kinds: Readonly<Record<DocumentKind, MessageDescriptor>> = {
  identityCard: msg`Identity card`,
  passport: msg`Passport`,
  drivingLicence: msg`Driving licence`,
};

export const parts: Readonly<Record<PicturePart, MessageDescriptor>> = {
  front: msg`Front`,
  back: msg`Back`,
  selfie: msg`Selfie`,
};

export const fields: Readonly<Record<keyof PersonalData, MessageDescriptor>> = {
  givenNames: msg`Given names`,
  familyName: msg`Family name`,
  birthDate: msg`Date of birth`,
  citizenship: msg`Citizenship`,
  street: msg`Street`,
  postcode: msg`Postcode`,
  city: msg`City`,
  country: msg`Country`,
};

/** What the reviewer chooses by. */
export const reasons: Readonly<Record<RefusalReason, MessageDescriptor>> = {
  DATA_DIFFERS: msg`Typed data differ from the document`,
  FRONT_UNREADABLE: msg`The front cannot be read`,
  BACK_UNREADABLE: msg`The back cannot be read`,
  DOCUMENT_EXPIRED: msg`The document has expired`,
  DOCUMENT_NOT_ACCEPTED: msg`This document is not accepted`,
  SELFIE_UNCLEAR: msg`The face cannot be seen clearly`,
  FACE_DIFFERS: msg`Face and document differ`,
  UNDER_AGE: msg`Under age: final, nothing can be sent again`,
};
