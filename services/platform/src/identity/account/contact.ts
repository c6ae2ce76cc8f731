import { parsePhoneNumberFromString } from "libphonenumber-js/max";

/** The e-mail address (lower case) or phone number (with country code) of an account. */
export type Contact = { readonly email: string } | { readonly phone: string };
export const contactTextOf = (contact: Contact): string => ("email" in contact ? contact.email : contact.phone);

export function phoneOf(areaCode: string, phone: string): string | undefined {
  const parsed = parsePhoneNumberFromString(`${areaCode}${phone}`);
  const type = parsed?.getType();
  // Some countries number fixed and mobile lines alike.
  return parsed?.isValid() === true && (type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE")
    ? parsed.number
    : undefined;
}

/** Undefined where no account can have such a contact. */
export function contactOf({
  loginId,
  areaCode,
}: {
  loginId: string;
  areaCode?: string | undefined;
}): Contact | undefined {
  if (loginId.includes("@")) return { email: loginId };
  const phone = areaCode === undefined ? undefined : phoneOf(areaCode, loginId);
  return phone === undefined ? undefined : { phone };
}

/** `al***@example.com`, `+82***78`: enough to recognise one's own contact, too little to learn another's. */
export function masked(contactText: string): string {
  const [name = "", host] = contactText.split("@");
  if (host !== undefined) return `${name.slice(0, Math.min(2, name.length - 1))}***@${host}`;
  return `${contactText.slice(0, 3)}***${contactText.slice(-2)}`;
}
