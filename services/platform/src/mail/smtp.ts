import { createTransport } from "nodemailer";
import type { Letter } from "./letter.ts";
import { NotSent, type Sender } from "./sender.ts";

export type SmtpSettings = {
  /** smtp://user:password@host:port, or smtps:// */
  readonly url: string;
  readonly from: string;
  readonly timeoutMs: number;
  /** Production requires TLS. */
  readonly requiresTls: boolean;
  readonly connectionsMax: number;
};

type SmtpError = { readonly code?: string; readonly responseCode?: number };

/** A refusal of the address or of the mail itself is final; other errors are retried. */
function problemOf(error: unknown): NotSent {
  const { code = "unknown", responseCode } = (error ?? {}) as SmtpError;
  const isAboutThis = code === "EENVELOPE" || code === "EMESSAGE";
  const isRefused = responseCode !== undefined && responseCode >= 500 && responseCode < 600;
  return new NotSent(`smtp ${code}${responseCode === undefined ? "" : ` ${responseCode}`}`, isAboutThis && isRefused);
}

const hostOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? "localhost";

export function smtpSender({ url, from, timeoutMs, requiresTls, connectionsMax }: SmtpSettings): Sender<Letter> {
  const target = new URL(url);
  const isSecure = target.protocol === "smtps:";
  const transport = createTransport({
    pool: true,
    maxConnections: connectionsMax,
    host: target.hostname,
    port: Number(target.port === "" ? (isSecure ? 465 : 587) : target.port),
    secure: isSecure,
    requireTLS: requiresTls,
    ignoreTLS: !requiresTls && !isSecure,
    ...(target.username === ""
      ? {}
      : { auth: { user: decodeURIComponent(target.username), pass: decodeURIComponent(target.password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A template must never make us read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(id, to, { subject, text, html }) {
      const messageId = `<${id}@${hostOf(from)}>`;
      try {
        await transport.sendMail({
          from,
          to: { name: "", address: to },
          subject,
          text,
          html,
          messageId,
          headers: { "Auto-Submitted": "auto-generated" },
        });
        return messageId;
      } catch (error) {
        throw problemOf(error);
      }
    },
    close: () => transport.close(),
  };
}
