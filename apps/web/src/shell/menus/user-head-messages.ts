import { msg } from "@lingui/core/macro";

export const m = {
  goodMorning: msg({ message: "Good morning, {name}" }),
  goodAfternoon: msg({ message: "Good afternoon, {name}" }),
  goodEvening: msg({ message: "Good evening, {name}" }),
  uid: msg`UID`,
  copyUid: msg`Copy UID`,
  success: msg({ message: "Success", context: "short note: it is done" }),
  nickname: msg`Nickname`,
  editNickname: msg`Edit nickname`,
  review: msg`Review`,
  nicknameFailed: msg({ message: "Failed", context: "nickname review" }),
  nicknameWaits: msg`Your submitted nickname is under review. Please wait for the results.`,
  nicknameUnderReview: msg({ message: "Your nickname modification {0} is currently under review." }),
  nicknameRejected: msg({
    message: "Your attempt to change the nickname {0} has failed because it contains sensitive words.",
  }),
  identity: msg`Identity`,
  unverified: msg`Unverified`,
  pending: msg`Pending`,
  failed: msg({ message: "Failed", context: "identity verification" }),
  verified: msg`Verified`,
  level: msg`Level`,
  vip: msg({ message: "VIP {level}" }),
};
