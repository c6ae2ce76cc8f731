/**
 * What an access token says, before it is signed by the platform: the session, whose it is, when it ends, and when a second factor was last
 * given in it (0: never). Gateways read it by themselves; only the platform can write one.
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
