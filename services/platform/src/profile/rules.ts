import { nicknameStatuses, type UserInfo } from "@tidemark/contracts";

/** Changes of the nickname that a calendar month (UTC) allows; a change counts when it is submitted. */
export const changesPerMonth = 3;

export const nicknameStates = ["UNDER_REVIEW", "ACCEPTED", "REJECTED"] as const;
export type NicknameState = (typeof nicknameStates)[number];
export type NicknameStep = "accept" | "reject";

const next = {
  UNDER_REVIEW: { accept: "ACCEPTED", reject: "REJECTED" },
  ACCEPTED: {},
  REJECTED: {},
} as const satisfies Record<NicknameState, Partial<Record<NicknameStep, NicknameState>>>;

/** Undefined where the step is none of the state. */
export const nicknameAfter = (state: NicknameState, step: NicknameStep): NicknameState | undefined =>
  (next[state] as Partial<Record<NicknameStep, NicknameState>>)[step];

export const monthStart = (at: number): number => {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
};

/** What is stored of a user: the last nickname that was accepted, the last one submitted, and the month's count. */
export type NicknameRecord = {
  readonly accepted: string | null;
  readonly submitted: string | null;
  readonly state: NicknameState | null;
  readonly submittedInMonth: number;
};

export const changesLeft = ({ submittedInMonth }: NicknameRecord): number =>
  Math.max(0, changesPerMonth - submittedInMonth);

type NicknameFacts = Pick<
  UserInfo,
  "newNickName" | "nickNameStatus" | "nickNameModificationTimes" | "maxNickNamModificationTimes"
>;

const statusOf: Readonly<Record<NicknameState, number>> = {
  UNDER_REVIEW: nicknameStatuses.underReview,
  ACCEPTED: nicknameStatuses.inUse,
  REJECTED: nicknameStatuses.rejected,
};

/** The record as the wire spells it. */
export const nicknameFactsOf = (record: NicknameRecord): NicknameFacts => ({
  newNickName: record.state === "ACCEPTED" ? "" : (record.submitted ?? ""),
  nickNameStatus: record.state === null ? nicknameStatuses.inUse : statusOf[record.state],
  nickNameModificationTimes: changesLeft(record),
  maxNickNamModificationTimes: changesPerMonth,
});
