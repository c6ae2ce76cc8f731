import { msg } from "@lingui/core/macro";

export const m = {
  home: msg`{name}, home page`,
  markets: msg`Back to the markets`,
  help: msg`Help`,
  official: msg`Official site`,
  check: msg`Check the address before the password.`,
  checkHint: msg`Only enter your password when the address bar shows exactly this host.`,
  last: msg({ message: "{pair}, last price" }),
  fundNow: msg`Insurance fund, now`,
  fundCourse: msg`The course of the insurance fund`,
  bonusTitle: msg`A bonus with its terms on the front.`,
  bonusOnce: msg`One per person: accounts that have used the same device count as one.`,
  bonusCash: msg`Cash bonus`,
  bonusVolume: msg`Released at`,
  bonusWithin: msg`Within`,
  bonusDays: msg({ message: "{days, plural, one {# day} other {# days}}" }),
  bonusPaid: msg`Paid to`,
  capital: msg`Capital Account`,
};
