import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Edit nickname`,
  nickname: msg`Nickname`,
  clear: msg`Clear`,
  confirm: msg`Confirm`,
  close: msg`Close`,
  remaining: msg({ message: "You can edit your nickname {0} more time(s) this month" }),
  limit: msg({ message: "You have reached the limit of {0} nickname changes this month" }),
  changesFrom: msg({ message: "Next change from {date}" }),
  tooLong: msg`Nickname can not be longer than 25 characters`,
  submitted: msg`Nickname change request submitted. We'll review it soon.`,
  othersSee: msg({ message: "It is reviewed first. Until then others see {name}." }),
};
