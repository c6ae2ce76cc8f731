/**
 * The content of an access token: session, uid, expiry, and time of the last second factor (0: never). The platform signs it; gateways only
 * check it.
 */
export type Access = {
  readonly id: string;
  readonly uid: number;
  readonly until: number;
  readonly factorAt: number;
};

export const accessMaxMs: number = 15 * 60_000;
/** So long a second factor that was shown in a session stands for its owner. */
export const factorFreshMs: number = 10 * 60_000;
export const refreshMaxMs: number = 30 * 24 * 60 * 60_000;

export const accessText = ({ id, uid, until, factorAt }: Access): string => `a1.${id}.${uid}.${until}.${factorAt}`;

const shape = /^a1\.([\w-]{16,64})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/;

export function readAccess(text: string | undefined): Access | undefined {
  const parts = shape.exec(text ?? "");
  if (parts === null) return undefined;
  return { id: parts[1]!, uid: Number(parts[2]), until: Number(parts[3]), factorAt: Number(parts[4]) };
}
