import { compareWithModel } from "@tidemark/engine/model";

type Run = { readonly seed: number; readonly scenarios: number; readonly first: number };

/** Tells the scenarios and says how many figures were compared; answers what differed. */
export function tellModel(run: Run, say: (line: string) => void): string[] {
  const started = performance.now();
  const report = compareWithModel({
    ...run,
    onProgress: (done) => {
      if (process.stdout.isTTY) process.stdout.write(`\r${done} scenarios`);
    },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(
    `model  seed ${run.seed}  ${run.scenarios} scenarios, ${report.compared} figures, ${report.differences.length} differences  ${seconds} s`,
  );
  say(`       scenarios of ${[...report.counts].map(([chapter, count]) => `${chapter} ${count}`).join(", ")}`);
  return report.differences.filter((line) => line !== "");
}
