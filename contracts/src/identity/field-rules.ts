/** Rules of typed fields, checked by forms while typing; the server's schemas use the same ones. */
export const emailLengthMax = 50;
export const passwordLengthMin = 8;
export const passwordLengthMax = 40;
export const codeLength = 6;

/** An e-mail address; how long it may be is said by itself. */
export const emailShape =
  /^[^\s@<>(),;:"[\]\\]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;

/** Without the country's code, which stands beside it. What the number really is, only the server's tables know. */
export const phoneShape = /^\d{4,15}$/;

/** An e-mail address if it contains @, otherwise a phone. */
export const isLoginId = (text: string): boolean =>
  text.includes("@") ? text.length <= emailLengthMax && emailShape.test(text) : phoneShape.test(text);

export type PasswordMarks = Readonly<Record<"length" | "number" | "uppercase" | "special", boolean>>;

/** Which of the four things a new password must have it has. */
export const passwordMarksOf = (text: string): PasswordMarks => ({
  length: text.length >= passwordLengthMin && text.length <= passwordLengthMax,
  number: /\d/.test(text),
  uppercase: /\p{Lu}/u.test(text),
  special: /[^\p{L}\p{N}]/u.test(text),
});

export const isPasswordWhole = (text: string): boolean => Object.values(passwordMarksOf(text)).every(Boolean);

export const referralShape = /^[A-Z0-9]{8}$/;

export const userNameShape: RegExp = /^\w{5,20}$/;
