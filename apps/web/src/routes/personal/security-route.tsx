import { useNavigate } from "@tanstack/react-router";
import { SecurityCenter } from "../../features/security/security-center.tsx";
import { WithdrawalAddresses } from "../../features/withdrawal-addresses/withdrawal-addresses.tsx";
import { PersonalFrame } from "./personal-frame.tsx";

export function SecurityRoute() {
  const navigate = useNavigate();
  return (
    <PersonalFrame>
      <SecurityCenter addresses={<WithdrawalAddresses />} onFrozen={() => void navigate({ to: "/", replace: true })} />
    </PersonalFrame>
  );
}
