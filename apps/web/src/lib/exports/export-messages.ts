import { msg } from "@lingui/core/macro";

export const m = {
  exported: msg`The file was downloaded`,
  notExported: msg`Not exported`,
};
