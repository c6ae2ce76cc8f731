import type { MessageKind, MessageRow as Row, MessageTopic } from "@tidemark/contracts";
import { messageKinds } from "@tidemark/contracts";
import { buttonClassName, classNames } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import {
  BellRing,
  MessageSquare,
  Crosshair,
  type LucideIcon,
  MonitorSmartphone,
  Ticket,
  TriangleAlert,
  IdCard,
  Wallet,
} from "lucide-react";
import { timeOfDayText } from "./message-days.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./messages-messages.ts";

const icons: Readonly<Record<MessageTopic, LucideIcon>> = {
  triggers: Crosshair,
  margin: TriangleAlert,
  liquidations: TriangleAlert,
  alerts: BellRing,
  deposits: Wallet,
  withdrawals: Wallet,
  coupons: Ticket,
  security: MonitorSmartphone,
  reviews: IdCard,
  support: MessageSquare,
};

/** A kind that this page does not know yet is shown as news of the account. */
const topicOf = (kind: string): MessageTopic =>
  kind in messageKinds ? messageKinds[kind as MessageKind].topic : "reviews";

/** What happened in a line, what it means in a sentence, and where it leads. */
export function MessageRow({ message }: { message: Row }) {
  const t = useTexts();
  const topic = topicOf(message.kind);
  const Icon = icons[topic];
  const [path = "", query = ""] = message.linkUrl.split("?");
  const isWarning = topic === "margin" || topic === "liquidations";
  return (
    <li
      data-testid="message"
      className="grid grid-cols-[8px_minmax(0,1fr)] items-start gap-x-3 gap-y-1 border-b border-line py-3.5 w768:grid-cols-[8px_20px_minmax(0,1fr)_auto_auto]"
    >
      <span className="flex h-5 items-center">
        {message.isUnread && (
          <span className="size-1.75 rounded-full bg-brand" data-testid="message-unread">
            <span className="sr-only">{t(m.unread)}</span>
          </span>
        )}
      </span>
      <Icon
        aria-hidden
        size={18}
        className={classNames("mt-px max-w768:hidden", isWarning ? "text-warn" : "text-muted")}
      />
      <div className="min-w-0">
        <p className={classNames("text-14 leading-5 break-words", message.isUnread ? "font-medium" : "text-muted")}>
          {message.title}
        </p>
        <p className="text-13 leading-5 text-pretty break-words text-muted">{message.text}</p>
      </div>
      <time className="num text-12 leading-5 whitespace-nowrap text-muted max-w768:col-start-2">
        {timeOfDayText(message.createTime)}
      </time>
      <Link
        to={path}
        search={Object.fromEntries(new URLSearchParams(query)) as never}
        aria-label={`${t(m.open)}: ${message.title}`}
        className={classNames(buttonClassName("ghost", "sm"), "max-w768:col-start-2 max-w768:justify-self-start")}
      >
        {t(m.open)}
      </Link>
    </li>
  );
}
