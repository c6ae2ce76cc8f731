import { msg } from "@lingui/core/macro";

export const m = {
  moveLine: msg({ message: "{name} at {price}. Arrow keys move it, Enter confirms, Escape returns." }),
  cancelLine: msg({ message: "Cancel {name} at {price}" }),
  confirm: msg`Move`,
  cancel: msg`Cancel`,
  becomes: msg`becomes`,
  price: msg`Price`,
};
