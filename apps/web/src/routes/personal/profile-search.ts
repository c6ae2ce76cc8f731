/** The second part of the profile page; the first one has no name in the address. */
export const verificationPart = "verification";

export const readProfileSearch = ({ part }: Record<string, unknown>): { part?: typeof verificationPart } =>
  part === verificationPart ? { part } : {};
