import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { extname, join, normalize, resolve, sep } from "node:path";
import { siteOfPath } from "@tidemark/contracts";
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

/** The file an address means, or undefined. Nothing outside the folder is ever named, whatever the address or a link says. */
export async function fileOf(folder: string, address: string): Promise<{ path: string; size: number } | undefined> {
  let path: string;
  try {
    path = decodeURIComponent(address.split("?")[0]!);
  } catch {
    return undefined;
  }
  if (path.includes("\0") || path.includes("\\") || path.split("/").some((part) => part.startsWith(".")))
    return undefined;
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

/** The first page of an address that names no file: the entry /m/ has its own, behind a site's prefix too. */
function entryOf(address: string): string {
  const path = address.split(/[?#]/)[0]!;
  const inSite = path.slice(siteOfPath(path).prefix.length);
  return /^\/m\/?$/.test(inSite) ? "/m/index.html" : "/index.html";
}

/** Serves a built web app: its files, and its first page for every address that names none. */
export async function webServer(
  directory: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>> {
  const folder = await realpath(resolve(directory));
  return async (request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const named = await fileOf(folder, request.url);
    // An address with an ending means a file: a missing script must not be answered with a page.
    const isPage = named === undefined && extname(request.url.split("?")[0]!) === "";
    const file = named ?? (isPage ? await fileOf(folder, entryOf(request.url)) : undefined);
    if (file === undefined) return undefined;
    const isForEver = named !== undefined && request.url.startsWith("/assets/");
    reply.header("cache-control", isForEver ? "public, max-age=31536000, immutable" : "no-cache");
    reply.type(contentTypes[extname(file.path)] ?? "application/octet-stream").header("content-length", file.size);
    return reply.send(request.method === "HEAD" ? "" : createReadStream(file.path));
  };
}
