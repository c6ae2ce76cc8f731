import { explorerPageOf, isNetworkId } from "@tidemark/contracts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { TransactionLink } from "../../../lib/wallet/transaction-link.tsx";
import type { Line } from "./statement-check.ts";

const look = "num underline decoration-dotted underline-offset-2 hover:text-ink";

/** The page that lists what the line was booked for. */
function pageOf({ cause, product, asset }: Line, text: ReactNode): ReactNode {
  switch (cause) {
    case "FILL":
    case "ORDER_HOLD":
    case "ORDER_RELEASE":
      return (
        <Link
          to="/personal/orders/$kind"
          params={{ kind: cause === "FILL" ? "fills" : "history" }}
          search={{ product: product as 2 | 3 | 4 | 5 }}
          className={look}
        >
          {text}
        </Link>
      );
    case "WITHDRAWAL":
      return (
        <Link to="/personal/withdrawal" search={{ asset }} className={look}>
          {text}
        </Link>
      );
    case "GRANT":
    case "FORFEIT":
    case "EXPIRY":
    case "VOUCHER":
    case "COUPON":
    case "CLAWBACK":
      return (
        <Link to="/personal/coupon" className={look}>
          {text}
        </Link>
      );
    default:
      return <span className="num">{text}</span>;
  }
}

/** What a line was booked for: the transaction of a chain, a market, or the number of an order, trade, withdrawal or coupon with its page. */
export function LineReference({ line }: { line: Line }) {
  const { reference } = line;
  if (reference === "" || reference === line.sub) return null;
  const [network, txid] = reference.split(":") as [string, string?];
  return (
    <span data-testid="line-reference">
      {txid !== undefined && isNetworkId(network) ? (
        <TransactionLink txid={txid} explorer={explorerPageOf(network, txid)} />
      ) : (
        pageOf(line, <bdi>{reference}</bdi>)
      )}{" "}
    </span>
  );
}
