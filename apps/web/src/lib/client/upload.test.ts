import { afterEach, expect, test, vi } from "vitest";
import { followerOf, followUpload, sendFollowed } from "./upload.ts";

const formOf = (file: File): FormData => {
  const form = new FormData();
  form.set("part", "front");
  form.set("file", file);
  return form;
};

test("a form is followed while its file is, and not with another file", () => {
  const [one, other] = [new File(["a"], "a.jpg"), new File(["b"], "b.jpg")];
  const progress = vi.fn();
  const end = followUpload(one, progress);
  expect([followerOf(formOf(one)), followerOf(formOf(other)), followerOf("text"), followerOf(undefined)]).toEqual([
    progress,
    undefined,
    undefined,
    undefined,
  ]);
  end();
  expect(followerOf(formOf(one))).toBeUndefined();
});

/** What a browser does with a request, step by step as the test says. */
class Request extends EventTarget {
  static last: Request;
  readonly upload = new EventTarget();
  readonly headers: string[] = [];
  withCredentials = false;
  status = 200;
  statusText = "OK";
  responseText = '{"code":200}';
  opened = "";
  isAborted = false;
  constructor() {
    super();
    Request.last = this;
  }
  open(method: string, url: string): void {
    this.opened = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.push(`${name}: ${value}`);
  }
  getAllResponseHeaders(): string {
    return "content-type: application/json\r\nx-key: a:b\r\n";
  }
  send(): void {}
  abort(): void {
    this.isAborted = true;
    this.dispatchEvent(new Event("abort"));
  }
}
afterEach(() => vi.unstubAllGlobals());

const sentTo = (loaded: number, total: number): Event =>
  Object.assign(new Event("progress"), { loaded, total, lengthComputable: true });

test("it reports what has left, and answers as fetch does: headers, status and body", async () => {
  vi.stubGlobal("XMLHttpRequest", Request);
  const shares: number[] = [];
  const init = { method: "POST", credentials: "include", headers: { lang: "en_US" } } as const;
  const answer = sendFollowed("/kyc/file", init, (share) => shares.push(share));
  const request = Request.last;
  for (const loaded of [0, 50, 200]) request.upload.dispatchEvent(sentTo(loaded, 200));
  request.dispatchEvent(new Event("load"));
  const response = await answer;
  expect(shares).toEqual([0, 0.25, 1]);
  expect([request.opened, request.headers, request.withCredentials]).toEqual(["POST /kyc/file", ["lang: en_US"], true]);
  expect([response.status, response.headers.get("x-key"), await response.json()]).toEqual([200, "a:b", { code: 200 }]);
});

test("a lost connection and an end by the caller reject, as with fetch", async () => {
  vi.stubGlobal("XMLHttpRequest", Request);
  const lost = sendFollowed("/kyc/file", {}, () => undefined);
  Request.last.dispatchEvent(new Event("error"));
  await expect(lost).rejects.toThrow("error");
  const controller = new AbortController();
  const ended = sendFollowed("/kyc/file", { signal: controller.signal }, () => undefined);
  controller.abort();
  await expect(ended).rejects.toThrow("abort");
  expect(Request.last.isAborted).toBe(true);
});
