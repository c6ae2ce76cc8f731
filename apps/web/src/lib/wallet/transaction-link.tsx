import { ExternalLink } from "lucide-react";
import { useTexts } from "../i18n/texts.ts";
import { m } from "./wallet-messages.ts";

type TransactionLinkProps = {
  /** Empty before there is one. */
  txid: string;
  /** The page of a block explorer about it; empty for a local chain, which no explorer has. */
  explorer: string;
};

const short = (txid: string): string => (txid.length > 14 ? `${txid.slice(0, 6)}…${txid.slice(-4)}` : txid);

/** A transaction of a chain, with its page of a block explorer where there is one. */
export function TransactionLink({ txid, explorer }: TransactionLinkProps) {
  const t = useTexts();
  if (txid === "") return <span className="text-muted">–</span>;
  const text = (
    <bdi dir="ltr" className="num text-12" title={txid}>
      {short(txid)}
    </bdi>
  );
  if (explorer === "") return text;
  return (
    <a
      href={explorer}
      target="_blank"
      rel="noreferrer noopener"
      aria-label={t(m.openTransaction, { txid: short(txid) })}
      className="inline-flex items-center gap-1 hover:text-brand"
      data-testid="transaction-link"
    >
      {text}
      <ExternalLink aria-hidden size={12} className="flex-none text-muted" />
    </a>
  );
}
