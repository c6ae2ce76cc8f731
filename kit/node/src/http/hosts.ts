/** The names under which a process answers. A page that was sent to us under another name (DNS rebinding) is refused. */
export type Hosts = { readonly allows: (host: string | undefined) => boolean };

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;
const hostShape = /^([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?$/;

/**
 * The hosts listed in a setting. Development, where none is listed, answers under any; production must list its own, with the port where it is
 * not the usual one.
 */
export function hostsOf(setting: string, list: string, mode: "development" | "production"): Hosts {
  const known = new Set(list.split(",").filter((host) => host !== ""));
  for (const host of known)
    if (!hostShape.test(host))
      throw new Error(`${setting}: ${host} is not a host, e.g. www.example.com or a.example:8443`);
  if (mode === "production" && known.size === 0) throw new Error(`${setting} is not set`);
  if (known.size === 0) return { allows: () => true };
  return {
    allows: (host = "") => known.has(host.toLowerCase()) || (mode === "development" && loopback.test(host)),
  };
}
