import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };
type Answered = { readonly id: number; readonly result?: unknown };
/** Changes an answer of the real node, or leaves it. */
type Lie = (call: Call, result: unknown) => unknown;
export type LyingNode = {
  readonly url: string;
  lie: Lie;
  end(): Promise<void>;
};

/** Stands between a wallet and its node. */
export async function startLyingNode(nodeUrl: string): Promise<LyingNode> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts).toString();
      const calls = JSON.parse(body) as Call | Call[];
      const changed = (call: Call, answer: Answered): Answered =>
        "result" in answer ? { ...answer, result: node.lie(call, answer.result) } : answer;
      const asked = { method: "POST", body, headers: { "content-type": "application/json" } };
      void fetch(nodeUrl, asked)
        .then((answer) => answer.json() as Promise<Answered | Answered[]>)
        .then((answer) => {
          response.setHeader("content-type", "application/json");
          const callOf = (one: Answered): Call =>
            Array.isArray(calls) ? calls.find(({ id }) => id === one.id)! : calls;
          const all = Array.isArray(answer)
            ? answer.map((one) => changed(callOf(one), one))
            : changed(callOf(answer), answer);
          response.end(JSON.stringify(all));
        })
        .catch(() => response.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const node: LyingNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: (_, result) => result,
    async end() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return node;
}
