/** At most so many characters, as a reader counts them. */
export const nicknameMax = 25;

/** When the changes of a calendar month (UTC) come back. */
export const nextMonthStart = (at: number): number => {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
};

/** How the review of a nickname stands, as the wire spells it. Every other number is that the current one is in use. */
export const nicknameStatuses = { underReview: 0, inUse: 1, rejected: 2 } as const;

/** Emoji, flags, keycaps, and what only joins or colours them. */
const pictographs =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u{20E3}|\u{200D}|[\u{FE00}-\u{FE0F}\u{E0000}-\u{E007F}]/gu;
/** Nothing is drawn for these, or they turn the direction of the text around. Persian needs the non-joiner U+200C. */
const invisible =
  /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\p{Me}\p{Zl}\p{Zp}\u{115F}\u{1160}\u{2800}\u{3164}\u{FFA0}]|(?!\u{200C})\p{Cf}/gu;

/** What the field keeps while the user types. */
export const withoutPictographs = (text: string): string => text.replace(pictographs, "").replace(invisible, "");

const spaces = /\s+/gu;
/** More than three marks on a letter are a picture, and cover the lines around it; Burmese and Hindi need three. */
const marks = /(?<=[\p{M}\u{200C}]{3})[\p{M}\u{200C}]+/gu;

/** The nickname that is stored: no pictographs, one space between words, none around them. */
export const cleanNickname = (text: string): string =>
  withoutPictographs(text.normalize("NFC")).replace(spaces, " ").replace(marks, "").trim();

/** Characters as a reader counts them: a letter with its marks is one. Letters that Unicode joins into one without an end count each. */
export const nicknameLength = (text: string): number =>
  Math.max([...new Intl.Segmenter().segment(text)].length, (text.match(/[^\p{M}\u{200C}]/gu) ?? []).length);

/** A nickname needs something to read: marks and dots alone are none. */
export const isNickname = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
