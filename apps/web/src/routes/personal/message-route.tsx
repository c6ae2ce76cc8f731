import { type MessageType, messageTypes } from "@tidemark/contracts";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Messages } from "../../features/messages/messages.tsx";
import { NotFound } from "../../shell/pages/not-found.tsx";
import { PersonalFrame } from "./personal-frame.tsx";

const isMessageType = (type: string | undefined): type is MessageType =>
  (messageTypes as readonly unknown[]).includes(type);

export function MessageRoute() {
  const { type } = useParams({ strict: false });
  const navigate = useNavigate();
  if (!isMessageType(type)) return <NotFound />;
  return (
    <PersonalFrame>
      <Messages
        type={type}
        onType={(next) => void navigate({ to: "/personal/message/$type", params: { type: next } })}
      />
    </PersonalFrame>
  );
}
