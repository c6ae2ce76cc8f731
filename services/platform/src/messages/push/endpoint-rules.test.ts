import { expect, test } from "vitest";
import { isPushEndpoint } from "./endpoint-rules.ts";

const services = { hosts: ["fcm.googleapis.com", "*.notify.windows.com"], peerUrl: "" };
const isTaken = (endpoint: string): boolean => isPushEndpoint(endpoint, services);

test("addresses of known push services are taken", () => {
  expect(isTaken("https://fcm.googleapis.com/fcm/send/abc:def")).toBe(true);
  expect(isTaken("https://db5.notify.windows.com/w/?token=abc")).toBe(true);
  expect(isTaken("https://FCM.googleapis.com/fcm/send/abc")).toBe(true);
});

test("[D.121] what could lead to another host, port or protocol is not taken", () => {
  for (const endpoint of [
    "",
    "fcm.googleapis.com",
    "http://fcm.googleapis.com/send",
    "https://fcm.googleapis.com:8443/send",
    "https://fcm.googleapis.com.example/send",
    "https://example/fcm.googleapis.com",
    "https://fcm.googleapis.com@127.0.0.1/send",
    "https://user@fcm.googleapis.com/send",
    "https://notify.windows.com/w",
    "https://.notify.windows.com/w",
    "https://evilnotify.windows.com/w",
    "https://127.0.0.1/send",
    "http://169.254.169.254/latest/meta-data",
    "https://[::1]/send",
    "https://localhost/send",
    "file:///etc/passwd",
    "javascript:alert(1)",
  ])
    expect([endpoint, isTaken(endpoint)]).toEqual([endpoint, false]);
});

test("in development the configured address is taken too, and no other of this machine", () => {
  const withPeer = { ...services, peerUrl: "http://127.0.0.1:4000" };
  expect(isPushEndpoint("http://127.0.0.1:4000/push/a", withPeer)).toBe(true);
  expect(isPushEndpoint("http://127.0.0.1:4001/push/a", withPeer)).toBe(false);
  expect(isPushEndpoint("http://127.0.0.1:4000@127.0.0.1:5432/", withPeer)).toBe(false);
});
