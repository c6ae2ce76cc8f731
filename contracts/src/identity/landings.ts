/**
 * Where another site's page sends a form to us. A landing changes nothing and knows nobody: it leads to a page of ours, which has the named
 * fields behind the `#` of its address and asks by calls of its own. So no call needs to be open to other sites.
 */
export type Landing = { readonly path: `/${string}`; readonly to: `/${string}`; readonly fields: readonly string[] };

export const landings: readonly Landing[] = [
  { path: "/user/third/apple/landing", to: "/auth/third/apple", fields: ["code", "state", "iss", "error"] },
];
