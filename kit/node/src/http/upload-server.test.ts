import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { calls, refusals, success } from "@tidemark/contracts";
import { afterEach, expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { createLog } from "../log.ts";
import { type Asker, openReply, type Reply, sealQuestion } from "../bus/questions.ts";
import { given } from "../bus/rpc-server.ts";
import { sealsOf } from "../bus/seal.ts";
import { upload, uploadHeader, uploadServer } from "./upload-server.ts";

const log = createLog("test");
log.level = "silent";
const seal = sealsOf("", "development").of("platform_rpc")!;
const asker: Asker = { by: "user", sender: "test", seal, replyCheck: seal };
const from = { ip: "127.0.0.1", lang: "en_US", site: "MAIN", deviceId: "d" } as const;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server whose uploads are answered when they are let go. */
async function open(): Promise<{
  send: (uid: number) => Promise<Reply | undefined>;
  letGo: () => void;
  held: () => number;
}> {
  const waiting: (() => void)[] = [];
  const handle = uploadServer(
    {
      served: [{ core: "test", seal }],
      clock: systemClock,
      log,
      admit: async () => undefined,
      inFlightMax: 3,
      inFlightOfUserMax: 2,
    },
    [
      upload(calls.uploadPicture, async () => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return given({});
      }),
    ],
  );
  const started = createServer((request, response) => void handle(request, response));
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const { port } = started.address() as AddressInfo;
  return {
    async send(uid) {
      const question = sealQuestion({ call: calls.uploadPicture.name, uid, ask: {}, from }, asker, systemClock.now());
      const body = new FormData();
      body.set("part", "front");
      body.set("documentKind", "passport");
      body.set("documentCountry", "DE");
      body.set("file", new File(["picture"], "a.jpg"));
      const headers = { [uploadHeader]: Buffer.from(question).toString("base64url") };
      const answer = await fetch(`http://127.0.0.1:${port}/kyc/file`, { method: "POST", headers, body });
      return openReply(new Uint8Array(await answer.arrayBuffer()), question, seal);
    },
    letGo() {
      for (const go of waiting.splice(0)) go();
    },
    held: () => waiting.length,
  };
}

test("one account has two uploads at a time, and never keeps the others from theirs", async () => {
  const { send, letGo, held } = await open();
  const first = [send(7), send(7)];
  await expect.poll(held).toBe(2);
  expect((await send(7))?.code).toBe(refusals.TOO_MANY_REQUESTS.code);
  const other = send(8);
  await expect.poll(held).toBe(3);
  expect((await send(9))?.code).toBe(refusals.BUSY.code);
  letGo();
  for (const reply of [...first, other]) expect((await reply)?.code).toBe(success);
  const again = send(7);
  await expect.poll(held).toBe(1);
  letGo();
  expect((await again)?.code).toBe(success);
});
