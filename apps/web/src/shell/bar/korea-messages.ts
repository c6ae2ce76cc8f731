import { msg } from "@lingui/core/macro";

export const m = {
  koreaNotice: msg`You seem to be in Korea. The site for Korea has its own language, currency and announcements.`,
  koreaHere: msg`This is the site for Korea. Its language, currency and announcements are made for visitors there.`,
  toKorea: msg`Go to the site for Korea`,
  close: msg`Close`,
};
