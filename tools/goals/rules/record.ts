// Runs beside the engine's tests: which codes did the engine answer while each of them ran? The engine itself knows nothing of it.
import { appendFileSync } from "node:fs";
import { afterEach, vi } from "vitest";

const answered = vi.hoisted(() => new Set<number>());

vi.mock("../../../engine/src/apply.ts", async (original) => {
  const engine = await original<typeof import("../../../engine/src/apply.ts")>();
  const recorded =
    <SlicedWork extends unknown[]>(
      step: (state: Parameters<typeof engine.resume>[0], ...rest: SlicedWork) => boolean,
    ) =>
    (state: Parameters<typeof engine.resume>[0], ...rest: SlicedWork): boolean => {
      const isDone = step(state, ...rest);
      if (isDone) answered.add(state.result.code);
      return isDone;
    };
  return { ...engine, apply: recorded(engine.apply), resume: recorded(engine.resume) };
});

afterEach(({ task }) => {
  const file = process.env["RULES_RECORD"];
  if (file !== undefined && answered.size > 0)
    appendFileSync(file, `${JSON.stringify({ file: task.file.filepath, title: task.name, codes: [...answered] })}\n`);
  answered.clear();
});
