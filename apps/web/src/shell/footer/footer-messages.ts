import { msg } from "@lingui/core/macro";

export const m = {
  about: msg`An exchange for spot, perpetual and coin-margined trading. Every balance is a sum you can open and read.`,
  sites: msg`Sites`,
  risk: msg`Leveraged trading can lose more than you expect in less time than you expect. Trade with money you can spare.`,
  languageTitle: msg`Language`,
  status: msg`System status`,
};
