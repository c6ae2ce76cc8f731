import { z } from "zod";
import { defineCall } from "../define.ts";

/** The user object that the client stores. It carries no secret on the web: the session is a cookie. */
const userInfo = z.object({
  userId: z.string(),
  loginId: z.string(),
  displayUserId: z.string(),
  vipTag: z.number().int(),
  currentNickName: z.string(),
  newNickName: z.string(),
  nickNameStatus: z.number().int(),
  isDefaultNickName: z.boolean(),
  nickNameModificationTimes: z.number().int(),
  maxNickNamModificationTimes: z.number().int(),
  kycStatus: z.number().int(),
  userAct: z.object({ p2p: z.boolean(), kycWhite: z.boolean(), ko_KR: z.boolean() }),
});
export type UserInfo = z.infer<typeof userInfo>;

const common = { owner: "gateway", carry: "bus", shape: "envelope", answers: "own" } as const;

export const login = defineCall({
  ...common,
  name: "identity.login",
  path: "POST /user/login",
  needs: "nothing",
  ask: z.strictObject({ loginId: z.string().min(1).max(50), password: z.string().min(1).max(40) }),
  answer: userInfo,
  refusals: ["LOGIN_INVALID"],
  givesProofKey: true,
});

export const refreshToken = defineCall({
  ...common,
  name: "identity.refreshToken",
  path: "POST /user/refresh_token",
  needs: "nothing",
  body: "json",
  givesProofKey: true,
  ask: z.strictObject({ refreshToken: z.string().max(200).optional() }),
  answer: userInfo,
  refusals: ["LOGIN_INVALID"],
});

export const logout = defineCall({
  ...common,
  name: "identity.logout",
  path: "POST /user/logout",
  needs: "nothing",
  givesProofKey: true,
  ask: z.strictObject({}),
  answer: z.object({}),
  refusals: [],
});

export const getUserInfo = defineCall({
  ...common,
  name: "identity.userInfo",
  path: "GET /user/userInfo",
  needs: "session",
  ask: z.strictObject({}),
  answer: userInfo,
  refusals: ["LOGIN_INVALID"],
});
