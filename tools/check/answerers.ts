import type { Call } from "@tidemark/contracts";

/** Source files by path; tests and type declarations are not among them. */
export type Sources = readonly { readonly path: string; readonly source: string }[];

const keysIn = (sources: Sources, folder: string, form: RegExp): Set<string> =>
  new Set(
    sources
      .filter(({ path }) => path.startsWith(folder))
      .flatMap(({ source }) => [...source.matchAll(form)].map(([, key]) => key!)),
  );

/**
 * Calls that nobody answers. Core lists its answerers by the call's name, from memory in `questions`, from the history in `projector` and about
 * publications in `funds-proof`; a module of the platform writes `answer(calls.x, …)` or `upload(calls.x, …)`, as the wallet does, the console `answer(consoleCalls.x, …)`, and the platform's module for
 * operators answers all that propose a command by one loop; a command is answered
 * by the command that it makes. A list that is not passed on to
 * the server is an unused export, which the check for dead code finds.
 */
export function unansweredIn(sources: Sources, calls: Readonly<Record<string, Call>>): string[] {
  const named = /^\s*"(\w+[.]\w+)":/gm;
  const now = keysIn(sources, "services/core/src/questions/", named);
  const history = keysIn(sources, "services/core/src/projector/", named);
  const fundsProof = keysIn(sources, "services/core/src/funds-proof/", named);
  const platform = keysIn(sources, "services/platform/src/", /\b(?:answer|upload)\(\s*(?:calls|consoleCalls)[.](\w+)/g);
  const wallet = keysIn(sources, "services/wallet/src/", /\banswer\(\s*calls[.](\w+)/g);
  const console = keysIn(sources, "services/console/src/", /\banswer\(\s*consoleCalls[.](\w+)/g);
  const proposing = sources.some(
    ({ path, source }) =>
      path.startsWith("services/platform/src/operator/") && /operatorCommandCalls[.]map/.test(source),
  );
  return Object.entries(calls).flatMap(([key, call]) => {
    const problems: string[] = [];
    const need = (isAnswered: boolean, where: string): void => {
      if (!isAnswered) problems.push(`${call.name} (calls.${key}) is answered by nobody: add it to ${where}`);
    };
    if (call.answers === "command") need(call.command !== undefined, "the call: command: { make, answer }");
    if (call.answers === "now") need(now.has(call.name), "the answerers in services/core/src/questions");
    if (call.answers === "history" || call.otherwise === "history")
      need(history.has(call.name), "the answerers in services/core/src/projector");
    if (call.answers === "fundsProof")
      need(fundsProof.has(call.name), "the answerers in services/core/src/funds-proof");
    if (call.answers === "own" && call.owner === "platform")
      need(platform.has(key) || (proposing && "commandOf" in call), "a module of services/platform: answer(calls.…)");
    if (call.answers === "own" && call.owner === "wallet")
      need(wallet.has(key), "the answers of services/wallet: answer(calls.…)");
    if (call.answers === "own" && call.owner === "console")
      need(console.has(key), "the answers of services/console: answer(consoleCalls.…)");
    if (call.answers === "own" && call.owner === "core") need(false, "an owner that answers by itself");
    return problems;
  });
}
