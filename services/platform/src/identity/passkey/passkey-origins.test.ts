import { expect, test } from "vitest";
import { passkeyOrigins } from "./passkey-origins.ts";

const text =
  "a.tidemark.example=tidemark.example https://www.tidemark.example, b.other.example=b.other.example https://b.other.example";

test("each host has the name and the pages that the settings give it, and no other host has any", () => {
  const originsOf = passkeyOrigins(text, "production");
  expect(originsOf("a.tidemark.example")).toEqual({
    rpId: "tidemark.example",
    origins: ["https://www.tidemark.example"],
  });
  expect(originsOf("b.other.example")?.rpId).toBe("b.other.example");
  for (const host of ["", "evil.example", "localhost", "localhost:8080", "a.tidemark.example.evil"])
    expect(originsOf(host)).toBeUndefined();
});

test("development has this machine's name too, at the port that was asked", () => {
  const originsOf = passkeyOrigins("", "development");
  expect(originsOf("localhost:5173")).toEqual({ rpId: "localhost", origins: ["http://localhost:5173"] });
  for (const host of ["127.0.0.1:5173", "evil.localhost", "localhost:5173.evil"])
    expect(originsOf(host)).toBeUndefined();
});

test("[R.10] a page that does not stand under the name, or is not https in production, stops the start", () => {
  for (const wrong of [
    "a=b",
    "a=tidemark.example https://www.evil.example",
    "a=mark.example https://www.tidemark.example",
    "a=x https://x/path",
  ])
    expect(() => passkeyOrigins(wrong, "development")).toThrow("PASSKEY_ORIGINS");
  expect(() => passkeyOrigins("a=x.example http://x.example", "production")).toThrow("must be https");
});
