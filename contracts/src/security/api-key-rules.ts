/** Rules of API keys that screens know, too. */
export const ipsPerKeyMax = 30;
/** A key without an IP list expires: a lost and forgotten one must not work for ever. */
export const openApiKeyDaysMax = 90;

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$|\/)|(?=$|\/))){4}(?:\/(?:3[0-2]|[12]\d|[89]))?$/;
const ipv6 = /^[0-9a-f:]{2,39}(?:\/(?:12[0-8]|1[01]\d|[4-9]\d|3[2-9]))?$/i;

/** An address, or a network as `203.0.113.0/24`; one that holds half the world is no list of addresses. What an IPv6 address really is, the server finds out. */
export const isIpText = (text: string): boolean => ipv4.test(text) || (text.includes(":") && ipv6.test(text));

/** As openssl and every library print it. */
export const ed25519Shape: RegExp =
  /^\s*-----BEGIN PUBLIC KEY-----\s+MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=\s+-----END PUBLIC KEY-----\s*$/;
