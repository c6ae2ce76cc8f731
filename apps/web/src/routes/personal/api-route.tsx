import { ApiKeys } from "../../features/api-keys/api-keys.tsx";
import { PersonalFrame } from "./personal-frame.tsx";

export function ApiRoute() {
  return (
    <PersonalFrame>
      <ApiKeys />
    </PersonalFrame>
  );
}
