import { expect, test } from "vitest";
import { blocksOf } from "./article-blocks.ts";

test("a body is paragraphs, headings and lists, and never markup", () => {
  const body = "From Monday.\nEvery day.\n\n## What changes\n\n- nothing is closed\n- fees stay\n\n<b>bold</b>";
  expect(blocksOf(body)).toEqual([
    { kind: "paragraph", text: "From Monday.\nEvery day." },
    { kind: "heading", text: "What changes" },
    { kind: "list", lines: ["nothing is closed", "fees stay"] },
    { kind: "paragraph", text: "<b>bold</b>" },
  ]);
  expect(blocksOf(" \n\n ")).toEqual([]);
});
