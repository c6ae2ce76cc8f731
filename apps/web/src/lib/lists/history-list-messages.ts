import { msg } from "@lingui/core/macro";

export const m = {
  failed: msg`The history could not be loaded.`,
  retry: msg`Try again`,
  pages: msg`Pages`,
  previousPage: msg`Previous page`,
  nextPage: msg`Next page`,
};
