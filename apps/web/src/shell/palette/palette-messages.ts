import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Search pages and markets`,
  placeholder: msg`Page, market or action`,
  pages: msg`Pages`,
  markets: msg`Markets`,
  actions: msg`Actions`,
  nothing: msg`Nothing found. Try a coin, a page or a language.`,
  SPOT: msg`Spot`,
  MARGIN: msg`Margin`,
  LINEAR: msg`Derivatives`,
  INVERSE: msg`Crypto Contract`,
};
