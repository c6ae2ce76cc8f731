import { existsSync, readFileSync, rmSync } from "node:fs";

/**
 * Ends this process by SIGKILL at the step that a file names, or at the n-th of such steps from then on (`statement 12`). The file is removed
 * first, so that the process after it lives. A test that wants a kill writes the file; nothing is counted while there is none.
 */
export function killedByFile(path: string): (step: string) => void {
  let passed = 0;
  return (step) => {
    if (!existsSync(path)) return;
    const [wanted, count = "1"] = readFileSync(path, "utf8").split(" ");
    if (step !== wanted) return;
    passed += 1;
    if (passed < Number(count)) return;
    rmSync(path);
    process.kill(process.pid, "SIGKILL");
  };
}
