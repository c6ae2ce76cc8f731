import { NicknameDialog } from "../features/nickname/nickname-dialog.tsx";
import { useUser } from "../session/user.ts";

/** The nickname dialog that the shell and the profile page open. */
export function NicknameLayer({ onClose }: { onClose: () => void }) {
  const user = useUser();
  return user === null ? null : <NicknameDialog user={user} onClose={onClose} />;
}
