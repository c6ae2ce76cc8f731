import { defineConfig } from "vitest/config";

// The unit tests that prove rules, once more; those of the engine also write down which codes it answered.
const unit = (name: string, include: string[], setupFiles: string[]) => ({
  test: { name, include, setupFiles, exclude: ["**/node_modules/**", "**/*.system.test.ts"] },
});

export default defineConfig({
  root: new URL("../../..", import.meta.url).pathname,
  test: {
    projects: [
      unit("engine", ["engine/{src,sim}/**/*.test.ts"], ["tools/goals/rules/record.ts"]),
      unit("others", ["{money,contracts,services}/**/*.test.ts", "engine/model/**/*.test.ts"], []),
    ],
  },
});
