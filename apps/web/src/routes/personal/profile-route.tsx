import { Profile } from "../../features/profile/profile.tsx";
import { useUser } from "../../session/user.ts";
import { lazyPart, useLazyPart } from "../../shell/loading/lazy-part.ts";
import { useLanguage } from "../../shell/menus/use-language.ts";
import { PersonalFrame } from "./personal-frame.tsx";

const nicknameLayer = lazyPart(async () => (await import("../nickname-layer.tsx")).NicknameLayer);

export function ProfileRoute() {
  const user = useUser();
  const language = useLanguage();
  const { Part: NicknameLayer, open, close } = useLazyPart(nicknameLayer);
  return (
    <PersonalFrame>
      {user !== null && <Profile user={user} language={language} onEditNickname={open} />}
      {NicknameLayer !== null && <NicknameLayer onClose={close} />}
    </PersonalFrame>
  );
}
