/** Visitors by country: an IP address as a proxy in front of the gateway would send it. */
const from = (ip: string) => ({ extraHTTPHeaders: { "x-forwarded-for": ip } });
export const inKorea = from("168.126.63.1");
export const inVietnam = from("113.160.0.1");
export const inUnitedStates = from("8.8.8.8");
