import { useParams } from "@tanstack/react-router";
import { useUnread } from "../../features/messages/message-queries.ts";
import { TicketThread } from "../../features/support/ticket-thread.tsx";
import { appConfig } from "../../lib/config/app-config.ts";
import { PersonalFrame } from "./personal-frame.tsx";

export function TicketRoute() {
  const { number = "" } = useParams({ strict: false });
  const { version } = useUnread();
  return (
    <PersonalFrame>
      <TicketThread key={number} number={Number(number)} version={version} brand={appConfig().project.name} />
    </PersonalFrame>
  );
}
