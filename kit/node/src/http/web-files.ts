import { createReadStream } from "node:fs";
import { lstat, realpath, stat } from "node:fs/promises";
import { extname, join, normalize, resolve, sep } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
};

/** Whether a URL names a file by its ending, whether or not there is one. */
export const namesFile = (url: string): boolean => contentTypes[extname(url.split("?")[0]!)] !== undefined;

/**
 * Files that a build also writes compressed, as `app.js.br` and `app.js.gz` beside `app.js`. Formats that are compressed already are not
 * among them.
 */
const packable = new Set([".html", ".js", ".css", ".json", ".webmanifest", ".svg", ".txt", ".wasm"]);
const packings = [
  { encoding: "br", ending: ".br" },
  { encoding: "gzip", ending: ".gz" },
] as const;

/** The file of a URL path, or undefined. Paths and links that lead out of the folder are refused. */
export async function fileOf(folder: string, address: string): Promise<{ path: string; size: number } | undefined> {
  let path: string;
  try {
    path = decodeURIComponent(address.split("?")[0]!);
  } catch {
    return undefined;
  }
  if (path.includes("\0") || path.includes("\\") || path.split("/").some((part) => part.startsWith(".")))
    return undefined;
  // A compressed file has no URL of its own.
  if (packings.some(({ ending }) => path.endsWith(ending))) return undefined;
  const wanted = join(folder, normalize(path));
  try {
    const real = await realpath(wanted);
    if (!real.startsWith(folder + sep)) return undefined;
    const found = await stat(real);
    return found.isFile() ? { path: real, size: found.size } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the browser accepts this encoding: by name or `*`, with a weight above zero. */
export function takesEncoding(accepted: string | undefined, encoding: string): boolean {
  const weights = new Map(
    (accepted ?? "").split(",").map((part): [string, number] => {
      const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
      const weight = parameters.find((piece) => piece.startsWith("q="));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))];
    }),
  );
  return (weights.get(encoding) ?? weights.get("*") ?? 0) > 0;
}

type Served = { readonly path: string; readonly size: number; readonly encoding?: string };

/** The best compressed form that the build wrote and the browser accepts, else the file itself. */
async function packedOf(file: Served, accepted: string | undefined): Promise<Served> {
  for (const { encoding, ending } of packings) {
    if (!takesEncoding(accepted, encoding)) continue;
    const path = file.path + ending;
    // Links are not followed: they might lead out of the folder.
    const size = await lstat(path).then(
      (found) => (found.isFile() ? found.size : undefined),
      () => undefined,
    );
    if (size !== undefined) return { path, size, encoding };
  }
  return file;
}

/** Serves a built web app: its files, and for every other path the entry page that `entryOf` names. */
export async function webServer(
  directory: string,
  entryOf: (address: string) => string = () => "/index.html",
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>> {
  const folder = await realpath(resolve(directory));
  return async (request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const named = await fileOf(folder, request.url);
    // A path with an extension is a file: a missing script must not be answered with a page.
    const isPage = named === undefined && extname(request.url.split("?")[0]!) === "";
    const file = named ?? (isPage ? await fileOf(folder, entryOf(request.url)) : undefined);
    if (file === undefined) return undefined;
    const isForEver = named !== undefined && request.url.startsWith("/assets/");
    reply.header("cache-control", isForEver ? "public, max-age=31536000, immutable" : "no-cache");
    const kind = extname(file.path);
    reply.type(contentTypes[kind] ?? "application/octet-stream");
    const canBePacked = packable.has(kind);
    const served: Served = canBePacked ? await packedOf(file, request.headers["accept-encoding"]) : file;
    // A shared cache must not serve compressed bytes to clients that cannot read them.
    if (canBePacked) reply.header("vary", ["Accept-Encoding", reply.getHeader("vary") ?? []].flat().join(", "));
    if (served.encoding !== undefined) reply.header("content-encoding", served.encoding);
    reply.header("content-length", served.size);
    return reply.send(request.method === "HEAD" ? "" : createReadStream(served.path));
  };
}
