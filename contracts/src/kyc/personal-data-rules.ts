/** Rules of personal data, checked by the form while typing; the server's schema uses the same ones. */
export const personalTextLengths = {
  givenNames: { min: 1, max: 80 },
  familyName: { min: 1, max: 80 },
  street: { min: 1, max: 120 },
  // Some countries have none.
  postcode: { min: 0, max: 16 },
  city: { min: 1, max: 80 },
} as const;

/** Two letters of ISO 3166. */
export const countryShape = /^[A-Z]{2}$/;

/** A day of the calendar as YYYY-MM-DD: the thirtieth of February is none. */
export function isBirthDay(text: string): boolean {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
