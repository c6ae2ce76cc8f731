/** How much of a file has left this device, from 0 to 1. */
type Progress = (share: number) => void;

const followed = new WeakMap<Blob, Progress>();

/** Reports how much of the file has been sent, whenever a call sends it; ends with the returned function. */
export function followUpload(file: Blob, progress: Progress): () => void {
  followed.set(file, progress);
  return () => void followed.delete(file);
}

/** Who follows the file of this body. */
export function followerOf(body: unknown): Progress | undefined {
  if (!(body instanceof FormData)) return undefined;
  for (const value of body.values()) if (value instanceof Blob && followed.has(value)) return followed.get(value);
  return undefined;
}

function headersOf(text: string): Headers {
  const headers = new Headers();
  for (const line of text.trim().split(/[\r\n]+/)) {
    const at = line.indexOf(":");
    if (at > 0) headers.append(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
  return headers;
}

/** As `fetch`, for a form whose sending is followed: `fetch` does not say how much of a body has left. */
export function sendFollowed(url: string, init: RequestInit, progress: Progress): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? "POST", url);
    request.withCredentials = init.credentials === "include";
    for (const [name, value] of Object.entries((init.headers ?? {}) as Record<string, string>))
      request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => progress(total === 0 ? 0 : loaded / total));
    request.addEventListener("load", () => {
      const { status, statusText } = request;
      const headers = headersOf(request.getAllResponseHeaders());
      resolve(new Response(request.responseText, { status, statusText, headers }));
    });
    for (const end of ["error", "abort", "timeout"] as const)
      request.addEventListener(end, () => reject(new TypeError(`upload: ${end}`)));
    init.signal?.addEventListener("abort", () => request.abort());
    request.send(init.body as FormData);
  });
}
