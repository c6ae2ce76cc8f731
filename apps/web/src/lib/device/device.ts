import { stored } from "../storage/storage.ts";

type Device = { readonly deviceId: string; readonly uuid: string };

const isDevice = (value: unknown): value is Device =>
  typeof (value as Device | null)?.deviceId === "string" && typeof (value as Device).uuid === "string";

/** `randomUUID` exists on secure pages only; a page on a local network needs this fallback. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

const kept = stored<Device | undefined>("device", undefined, {
  isWhole: (value): value is Device | undefined => value === undefined || isDevice(value),
});

/** Identifies this browser, not its user; created at the first visit. */
export function deviceOfPage(): Device {
  const known = kept.get();
  if (known !== undefined) return known;
  const made = { deviceId: randomId(), uuid: randomId() };
  kept.set(made);
  return made;
}
