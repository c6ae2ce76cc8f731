export type Received = {
  readonly number: number;
  readonly channel: "email" | "sms";
  readonly at: number;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** A mail's Message-ID or a text message's idempotency key; the same for repeats. */
  readonly id: string;
};

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign]!);

const styles = `
:root{color-scheme:light dark;--page:#f4f5f7;--sheet:#fff;--ink:#16191d;--quiet:#5c6570;--line:#e3e6ea}
@media (prefers-color-scheme:dark){:root{--page:#101317;--sheet:#191d23;--ink:#eceff3;--quiet:#9aa4b0;--line:#2b313a}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:880px;margin:0 auto;padding:32px 16px}
h1{font-size:21px;margin:0 0 4px}
p.quiet,td.quiet,.quiet{color:var(--quiet)}
ol{list-style:none;margin:20px 0 0;padding:0;background:var(--sheet);border:1px solid var(--line);border-radius:12px;overflow:hidden}
li+li{border-top:1px solid var(--line)}
li a{display:grid;grid-template-columns:72px 1fr auto;gap:16px;padding:12px 16px;color:inherit;text-decoration:none}
li a:hover,li a:focus-visible{background:var(--page)}
.words{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;unicode-bidi:plaintext}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--sheet);border:1px solid var(--line);border-radius:12px;padding:16px;unicode-bidi:plaintext}
iframe{width:100%;height:720px;border:1px solid var(--line);border-radius:12px;background:#fff}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px}dd{margin:0;overflow-wrap:anywhere}
`;

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<title>${escaped(title)}</title><style>${styles}</style></head><body><main>${body}</main></body></html>`;

const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 19);

const rowOf = ({ number, channel, at, to, subject, text }: Received): string =>
  `<li><a href="/messages/${number}"><span class="quiet">${channel === "email" ? "Mail" : "SMS"}</span>` +
  `<span class="words"><strong>${escaped(to)}</strong> ${escaped(channel === "email" ? subject : text)}</span>` +
  `<time class="quiet">${timeOf(at)}</time></a></li>`;

// The page polls the number of messages and reloads when it changes.
const freshens = `<script>
const shown = document.querySelectorAll("li").length;
setInterval(async () => {
  const now = await fetch("/messages").then((answer) => answer.json(), () => undefined);
  if (now !== undefined && now.length !== shown) location.reload();
}, 1000);
</script>`;

/** All messages, newest first. */
export function listPage(received: readonly Received[]): string {
  const rows = received.toReversed().map(rowOf).join("");
  const list = rows === "" ? `<p class="quiet">Nothing was sent yet.</p>` : `<ol>${rows}</ol>`;
  return page(
    "Mailbox",
    `<h1>Mailbox</h1><p class="quiet">Mails and text messages of this exchange, newest first. Nothing leaves this machine.</p>${list}${freshens}`,
  );
}

/** One message as its reader would see it; a mail's markup is shown in a sandbox. */
export function letterPage({ channel, at, to, from, subject, text, html, id }: Received): string {
  const heads = [
    ["To", to],
    ["From", from],
    ["Time", `${timeOf(at)} UTC`],
    ["Id", id],
  ].map(([name, value]) => `<dt class="quiet">${name}</dt><dd>${escaped(value!)}</dd>`);
  const frame = html === "" ? "" : `<iframe sandbox title="${escaped(subject)}" srcdoc="${escaped(html)}"></iframe>`;
  return page(
    subject === "" ? "Text message" : subject,
    `<p><a href="/">All messages</a></p><h1>${escaped(channel === "email" ? subject : "Text message")}</h1>` +
      `<dl>${heads.join("")}</dl>${frame}<pre>${escaped(text)}</pre>`,
  );
}
