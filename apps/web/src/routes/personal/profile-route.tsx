import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Profile } from "../../features/profile/profile.tsx";
import { useUser } from "../../session/user.ts";
import { useVerification } from "../../session/verification.ts";
import { lazyPart, useLazyPart } from "../../shell/loading/lazy-part.ts";
import { useLanguage } from "../../shell/menus/use-language.ts";
import { PersonalFrame } from "./personal-frame.tsx";
import { verificationPart } from "./profile-search.ts";

const nicknameLayer = lazyPart(async () => (await import("../nickname-layer.tsx")).NicknameLayer);
const Verification = lazy(async () => ({
  default: (await import("../../features/kyc/verification.tsx")).Verification,
}));

/** Who the user is here: the profile, and the verification of identity as its second part. */
export function ProfileRoute() {
  const user = useUser();
  const language = useLanguage();
  const { part } = useSearch({ strict: false });
  const { Part: NicknameLayer, open, close } = useLazyPart(nicknameLayer);
  // Both parts show the end of a review when it comes.
  useVerification();
  return (
    <PersonalFrame>
      {user === null ? null : part === verificationPart ? (
        <Suspense>
          <Verification key={user.userId} user={user} />
        </Suspense>
      ) : (
        <Profile user={user} language={language} onEditNickname={open} />
      )}
      {NicknameLayer !== null && <NicknameLayer onClose={close} />}
    </PersonalFrame>
  );
}
