// Made from contracts/locales/de-DE.po by `pnpm words extract`; not to be edited.
import type { Sentences } from "../sentence.ts";

export const sentences: Sentences = {
  LOGIN_INVALID: ["Die Anmeldung ist abgelaufen"],
  TOO_MANY_ORDERS: ["Die Grenze von ",["allowed","plural",{"one":["#"," offenen Order"],"other":["#"," offenen Orders"]}]," ist erreicht."],
  INSUFFICIENT_BALANCE: ["Das Guthaben reicht nicht: ",["needed"]," benötigt, ",["available"]," verfügbar."],
};
