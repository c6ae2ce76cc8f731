import { expect, test, vi } from "vitest";
import { refuseFraming } from "./framing.ts";

const here = "https://www.tidemark.example/markets";

test("a page of its own goes on", () => {
  const leave = vi.fn();
  expect(refuseFraming({ isFramed: false, leave, blank: vi.fn() }, here)).toBe(false);
  expect(leave).not.toHaveBeenCalled();
});

test("[S6.19] a framed page sends the top window to its own address", () => {
  const leave = vi.fn();
  expect(refuseFraming({ isFramed: true, leave, blank: vi.fn() }, here)).toBe(true);
  expect(leave).toHaveBeenCalledWith(here);
});

test("where the browser forbids that, the frame becomes blank", () => {
  const blank = vi.fn();
  const leave = () => {
    throw new DOMException("denied", "SecurityError");
  };
  expect(refuseFraming({ isFramed: true, leave, blank }, here)).toBe(true);
  expect(blank).toHaveBeenCalledOnce();
});
