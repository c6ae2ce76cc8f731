import { cleanNickname, isNickname, nicknameLength, nicknameMax } from "@tidemark/contracts";

type NicknameForm = {
  /** By the rule that the server counts by. */
  readonly length: number;
  readonly isTooLong: boolean;
  /** The field is off when the month has no change left. */
  readonly isLocked: boolean;
  /** Confirm is off: no change is left, there is nothing to read in the name, or it is the one in use and would use up a change. */
  readonly isOff: boolean;
};

/** What the dialog allows of a typed nickname. */
export function nicknameFormOf(text: string, current: string, changesLeft: number): NicknameForm {
  const nickname = cleanNickname(text);
  const length = nicknameLength(nickname);
  const isLocked = changesLeft <= 0;
  const isOff = isLocked || !isNickname(nickname) || nickname === current;
  return { length, isTooLong: length > nicknameMax, isLocked, isOff };
}
