import { join } from "node:path";

/** Which refusals the engine answered in its tests (`tools/goals/rules/record.ts`). */
export const recordOf = (folder: string): string => join(folder, "codes.jsonl");

/** What a step of unit tests leaves in a folder for `pnpm goals rules`, which then need not run them once more. */
export function reportOf(step: string, folder: string | undefined) {
  if (folder === undefined || !step.endsWith("-tests")) return { options: [], env: {} };
  return {
    options: ["--reporter=json", `--outputFile.json=${join(folder, `${step}.json`)}`],
    env: step === "engine-tests" ? { RULES_RECORD: recordOf(folder) } : {},
  };
}
