import type { Answered } from "@tidemark/kit-client";
import { isPrivatePath, success } from "@tidemark/contracts";

/** One request for the log: its outcome, never private contents. */
export type LogLine = {
  readonly path: string;
  readonly startedAt: number;
  readonly ms: number;
  readonly result: "success" | "refusal" | "failure";
  readonly code: number;
  readonly message: string;
  readonly body: string;
};

const bodyLengthMax = 500;
const messageLengthMax = 300;
export const logLinesMax = 50;
const logEveryMs = 10_000;

/** Bodies of private calls are left out; others are cut to a useful length. */
export function logLineOf(answered: Answered): LogLine {
  const { path, startedAt, ms, code, message, fields } = answered;
  const result = code === success ? "success" : code === 0 ? "failure" : "refusal";
  return {
    path,
    startedAt,
    ms,
    result,
    code,
    message: message.slice(0, messageLengthMax),
    body: isPrivatePath(path) ? "" : JSON.stringify(fields).slice(0, bodyLengthMax),
  };
}

export type RequestLog = { note(answered: Answered): void; flush(): void };

/** Collects lines and sends them in batches, at intervals and when the page unloads. The log's own request is not logged. */
export function createRequestLog(
  ownPath: string,
  send: (lines: readonly LogLine[]) => void,
  later: (run: () => void, ms: number) => unknown = setTimeout,
): RequestLog {
  let lines: LogLine[] = [];
  let isWaiting = false;
  function flush(): void {
    isWaiting = false;
    if (lines.length === 0) return;
    const sent = lines;
    lines = [];
    send(sent);
  }
  return {
    flush,
    note(answered) {
      if (answered.path === ownPath) return;
      lines.push(logLineOf(answered));
      if (lines.length >= logLinesMax) return flush();
      if (isWaiting) return undefined;
      isWaiting = true;
      later(flush, logEveryMs);
      return undefined;
    },
  };
}
