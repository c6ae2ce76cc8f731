import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

test("passwords that anybody would try first are found under their decoration", () => {
  for (const password of [
    "Passw0rd!",
    "P@ssw0rd1",
    "Qwerty123!",
    "Welcome-2026",
    "1234Password!",
    "Tidemark1!",
    "B1tc0in!!",
    "Login-2026",
    "Office-2026",
  ])
    expect(isCommonPassword(password, "x@y.zz")).toBe(true);
  expect(isCommonPassword("Alice-2026", "alice@example.com")).toBe(true);
  for (const password of ["Gr3en-Harbour-Lamp", "Kx9!mmPq2z", "12345678A!"])
    expect(isCommonPassword(password, "alice@example.com")).toBe(false);
});
