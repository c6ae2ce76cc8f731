import { useNavigate } from "@tanstack/react-router";
import { useUnread } from "../../features/messages/message-queries.ts";
import { Tickets } from "../../features/support/tickets.tsx";
import { PersonalFrame } from "./personal-frame.tsx";

export function SupportRoute() {
  const navigate = useNavigate();
  const { version } = useUnread();
  return (
    <PersonalFrame>
      <Tickets
        version={version}
        onOpened={(number) => void navigate({ to: "/personal/support/$number", params: { number: String(number) } })}
      />
    </PersonalFrame>
  );
}
