// Made from contracts/locales/fa-IR.po by `pnpm words extract`; not to be edited.
import type { Sentences } from "../sentence.ts";

export const sentences: Sentences = {
  LOGIN_INVALID: ["ورود شما منقضی شده است"],
  TOO_MANY_ORDERS: ["به سقف ",["allowed","plural",{"one":["#"," سفارش باز"],"other":["#"," سفارش باز"]}]," رسیده‌اید."],
  INSUFFICIENT_BALANCE: ["موجودی کافی نیست: ",["needed"]," لازم است، ",["available"]," موجود است."],
};
