import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Terms of use`,
  development: msg`This is a development instance. No real money is held or traded here.`,
  onlyEnglish: msg`These terms are written in English only.`,
  since: msg({ message: "In force since {date}" }),
};
