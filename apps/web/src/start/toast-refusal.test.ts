import { beforeEach, expect, test, vi } from "vitest";
import { RefusedError } from "../lib/client/answer.ts";
import { toastRefusal } from "./toast-refusal.ts";

const { toasts } = vi.hoisted(() => ({ toasts: [] as string[] }));
vi.mock("@tidemark/kit-ui", () => ({ toast: { error: (texts: string) => toasts.push(texts) } }));
vi.mock("../lib/client/client.ts", () => ({ client: {} }));
beforeEach(() => void toasts.splice(0));

const refused = (code: number, message: string, refusal?: "LOGIN_INVALID" | "BUSY") =>
  new RefusedError({ ok: false, code, message, facts: {}, ...(refusal === undefined ? {} : { refusal }) });

test("[S8.3] every code but 200 and 10001 shows its message in an error toast, also one that this page does not know", () => {
  toastRefusal(refused(50002, "The exchange is busy.", "BUSY"), undefined);
  toastRefusal(refused(99999, "Something new."), {});
  toastRefusal(refused(0, "Sorry, a network error occurred."), undefined);
  expect(toasts).toEqual(["The exchange is busy.", "Something new.", "Sorry, a network error occurred."]);
});

test("[S8.4] 10001 shows no toast here: the session has its own words", () => {
  toastRefusal(refused(10001, "Login has expired", "LOGIN_INVALID"), undefined);
  expect(toasts).toEqual([]);
});

test("a screen that says it itself is not repeated, and a defect is not dressed up as a refusal", () => {
  toastRefusal(refused(50002, "The exchange is busy.", "BUSY"), { isQuiet: true });
  toastRefusal(new TypeError("defect"), undefined);
  expect(toasts).toEqual([]);
});
