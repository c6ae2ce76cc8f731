/**
 * A path that another site posts a form to. A form callback changes nothing and reads no session: it redirects to a page of ours with the
 * listed fields in the URL fragment, and the page makes its own calls. So no call needs to accept other sites.
 */
export type FormCallback = {
  readonly path: `/${string}`;
  readonly to: `/${string}`;
  readonly fields: readonly string[];
};

export const formCallbacks: readonly FormCallback[] = [
  { path: "/user/third/apple/landing", to: "/auth/third/apple", fields: ["code", "state", "iss", "error"] },
];
