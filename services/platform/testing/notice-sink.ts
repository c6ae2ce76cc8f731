import { type Database, secretBox } from "@tidemark/kit-node";
import { takeNotices } from "../src/notices.ts";

type Taken = Awaited<ReturnType<typeof takeNotices>>[number];

/** Stands where mail and text messages will be sent: takes the notices as their sender would and keeps what each address was told. */
export function noticeSink(db: Database) {
  const box = secretBox("IDENTITY_SECRET", "", "development");
  const taken: Taken[] = [];
  return {
    async of(address: string): Promise<Taken[]> {
      taken.push(...(await takeNotices(db, box, 1_000, Date.now())));
      return taken.filter(({ to }) => to === address);
    },
    async codeOf(address: string): Promise<string> {
      const code = (await this.of(address)).findLast(({ secret }) => secret !== undefined)?.secret;
      if (code === undefined) throw new Error(`no code was sent to ${address}`);
      return code;
    },
  };
}
