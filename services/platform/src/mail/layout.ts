import type { Direction } from "@tidemark/contracts";

/** The content of a mail, in its reader's language. */
export type Sheet = {
  readonly tag: string;
  readonly direction: Direction;
  readonly brand: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly code?: { readonly label: string; readonly digits: string };
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** What to do if the reader did not expect this. */
  readonly advice: readonly string[];
  readonly antiPhishing?: { readonly label: string; readonly text: string; readonly meaning: string };
  readonly footer: string;
};

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Nicknames, devices and labels are untrusted input: everything but this file's own markup is escaped. */
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!);

const fonts = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Vazirmatn,Tahoma,'Noto Sans',Arial,sans-serif";
const colours = {
  page: "#f4f5f7",
  sheet: "#ffffff",
  ink: "#16191d",
  quiet: "#5c6570",
  line: "#e3e6ea",
  well: "#f4f5f7",
};

// Mail programs differ in their CSS support: styles are inline, with dark colours here for those that know them. Nothing is loaded
// remotely, so that opening a mail is not tracked.
const darkStyles = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#101317!important}
.sheet{background:#191d23!important;border-color:#2b313a!important}
.ink{color:#eceff3!important}
.quiet{color:#9aa4b0!important}
.line{border-color:#2b313a!important}
.well{background:#22272f!important}
}`;

const ink = `color:${colours.ink}`;
const quiet = `color:${colours.quiet}`;

const paragraph = (text: string): string =>
  `<p class="ink" style="margin:0 0 16px;${ink};font-size:15px;line-height:1.6">${escaped(text)}</p>`;
const remark = (text: string): string =>
  `<p class="quiet" style="margin:0 0 12px;${quiet};font-size:13px;line-height:1.6">${escaped(text)}</p>`;

const codeBlock = ({ label, digits }: NonNullable<Sheet["code"]>): string =>
  `<div class="well" style="margin:0 0 20px;padding:18px 20px;background:${colours.well};border-radius:8px">` +
  `<div class="quiet" style="${quiet};font-size:13px;line-height:1.4">${escaped(label)}</div>` +
  `<div class="ink" dir="ltr" style="margin-top:6px;${ink};font-size:32px;line-height:1.2;font-weight:600;letter-spacing:6px;` +
  `font-variant-numeric:tabular-nums">${escaped(digits)}</div></div>`;

function factTable(facts: Sheet["facts"], start: "left" | "right"): string {
  const cell = `padding:9px 0;border-bottom:1px solid ${colours.line};font-size:14px;line-height:1.5;text-align:${start};vertical-align:top`;
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th class="quiet line" scope="row" style="${cell};${quiet};font-weight:400;white-space:nowrap;padding-inline-end:20px">` +
      `${escaped(name)}</th><td class="ink line" style="${cell};${ink};width:100%;overflow-wrap:anywhere"><bdi>${escaped(value)}</bdi></td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="margin:0 0 20px;border-collapse:collapse">${rows.join("")}</table>`;
}

const antiPhishingBlock = ({ label, text, meaning }: NonNullable<Sheet["antiPhishing"]>): string =>
  `<div class="line" style="margin:8px 0 0;padding:14px 16px;border:1px solid ${colours.line};border-radius:8px">` +
  `<div class="ink" style="${ink};font-size:14px;line-height:1.5">${escaped(label)}: <strong><bdi>${escaped(text)}</bdi></strong></div>` +
  `<div class="quiet" style="${quiet};font-size:12px;line-height:1.5">${escaped(meaning)}</div></div>`;

export function htmlOf(sheet: Sheet): string {
  const { tag, direction, brand, heading, paragraphs, code, facts, advice, antiPhishing, footer } = sheet;
  const start = direction === "rtl" ? "right" : "left";
  const body = [
    `<h1 class="ink" style="margin:0 0 16px;${ink};font-size:21px;line-height:1.35;font-weight:600">${escaped(heading)}</h1>`,
    ...paragraphs.map(paragraph),
    ...(code === undefined ? [] : [codeBlock(code)]),
    ...(facts.length === 0 ? [] : [factTable(facts, start)]),
    ...advice.map(remark),
    ...(antiPhishing === undefined ? [] : [antiPhishingBlock(antiPhishing)]),
  ];
  return `<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(heading)}</title>
<style>${darkStyles}</style>
</head>
<body class="page" dir="${direction}" style="margin:0;padding:0;background:${colours.page};font-family:${fonts}">
<table role="presentation" class="page" cellpadding="0" cellspacing="0" width="100%" style="background:${colours.page}"><tr>
<td align="center" style="padding:32px 16px">
<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="max-width:520px"><tr>
<td class="ink" style="padding:0 4px 16px;${ink};font-size:17px;font-weight:600;text-align:${start}">${escaped(brand)}</td></tr><tr>
<td class="sheet" style="padding:28px;background:${colours.sheet};border:1px solid ${colours.line};border-radius:12px;text-align:${start}">
${body.join("\n")}
</td></tr><tr>
<td class="quiet" style="padding:16px 4px 0;${quiet};font-size:12px;line-height:1.6;text-align:${start}">${escaped(footer)}</td>
</tr></table>
</td></tr></table>
</body>
</html>
`;
}

/** The plain-text version. */
export function plainOf(sheet: Sheet): string {
  const { brand, heading, paragraphs, code, facts, advice, antiPhishing, footer } = sheet;
  const blocks = [
    brand,
    heading,
    ...paragraphs,
    ...(code === undefined ? [] : [`${code.label}: ${code.digits}`]),
    ...(facts.length === 0 ? [] : [facts.map(([name, value]) => `${name}: ${value}`).join("\n")]),
    ...advice,
    ...(antiPhishing === undefined ? [] : [`${antiPhishing.label}: ${antiPhishing.text}\n${antiPhishing.meaning}`]),
    `--\n${footer}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}
