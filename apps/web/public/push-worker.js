// Shows pushes as notifications and opens their page. Browsers load this file as it is, from a path that never changes.
const here = globalThis;

/** The page of a link, inside the site whose worker this is. */
function pageOf(link) {
  const { scope } = here.registration;
  const { href } = new URL(String(link).replace(/^\/+/, ""), scope);
  return href.startsWith(scope) ? href : scope;
}

here.addEventListener("install", () => here.skipWaiting());

here.addEventListener("push", (event) => {
  const { title, body, link, tag, at, lang, dir } = event.data.json();
  const look = { icon: "/mark.svg", badge: "/mark.svg" };
  event.waitUntil(
    here.registration.showNotification(title, { ...look, body, tag, lang, dir, timestamp: at, data: { link } }),
  );
});

/** A page that shows it already is brought to the front; what the user does in another one is left alone. */
async function open(href) {
  const pages = await here.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = pages.find(({ url }) => url === href);
  await (shown === undefined ? here.clients.openWindow(href) : shown.focus());
}

here.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(pageOf(event.notification.data.link)));
});
