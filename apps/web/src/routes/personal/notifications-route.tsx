import { Notifications } from "../../features/notifications/notifications.tsx";
import { PersonalFrame } from "./personal-frame.tsx";

export function NotificationsRoute() {
  return (
    <PersonalFrame>
      <Notifications />
    </PersonalFrame>
  );
}
