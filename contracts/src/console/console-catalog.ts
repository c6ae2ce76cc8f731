import type { Call } from "../define.ts";
import * as audit from "./audit-calls.ts";
import * as operator from "./console-calls.ts";
import * as review from "./review-calls.ts";

/** Calls of the operators' console. Its process serves these and no others, those of the platform by asking it; a trader's gateway serves none of them. */
export const consoleCalls = {
  openInvitation: operator.openInvitation,
  acceptInvitation: operator.acceptInvitation,
  challengeOperator: operator.challengeOperator,
  signInOperator: operator.signInOperator,
  confirmOperator: operator.confirmOperator,
  signOutOperator: operator.signOutOperator,
  operatorMe: operator.operatorMe,
  operatorPasskeys: operator.operatorPasskeys,
  startOperatorPasskey: operator.startOperatorPasskey,
  addOperatorPasskey: operator.addOperatorPasskey,
  auditList: audit.auditList,
  nicknameQueue: review.nicknameQueue,
  decideNickname: review.decideNickname,
  verificationQueue: review.verificationQueue,
  viewPersonalData: review.viewPersonalData,
  viewPicture: review.viewPicture,
  decideVerification: review.decideVerification,
} as const;

export const consoleCallList: readonly Call[] = Object.values(consoleCalls) as unknown as readonly Call[];
