import { msg } from "@lingui/core/macro";

export const m = {
  not_number: msg({ message: "“{typed}” is not a number." }),
  ambiguous: msg({
    message: "“{typed}” can be read as two numbers. Type it without a thousands separator.",
    comment: "A pasted 1.250, which is 1250 to some and 1¼ to others",
  }),
  digits: msg`This number has too many digits.`,
  decimals: msg({ message: "Cut after {count} decimals: no more are allowed here.", comment: "count: 1 to 8" }),
  wholeOnly: msg`Only whole numbers are allowed here.`,
};
