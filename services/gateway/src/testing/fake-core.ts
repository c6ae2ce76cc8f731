import { type InstrumentList, success } from "@tidemark/contracts";
import {
  decodeCommand,
  packAnnouncement,
  packAnswers,
  type Seal,
  type Signer,
  unpackCommands,
} from "@tidemark/contracts/codec";
import { type Command, type CommandResult, type EventName, journalEvents } from "@tidemark/contracts/journal";
import {
  type Bus,
  coreSignerOf,
  openQuestion,
  type Question,
  type Reply,
  sealReply,
  type Seals,
  sealsOf,
  subjects,
  systemClock,
} from "@tidemark/kit-node";

/** A core's answer to a command; undefined for a lost answer. */
export type Judge = (command: Command) => Partial<CommandResult> | undefined;
export type FakeEvent = { readonly type: EventName } & Readonly<Record<string, number | string>>;
type Announcing = { epoch?: number; seq?: number; parts?: number; signer?: Signer; lose?: boolean };

const oneMarket: Omit<InstrumentList, "source" | "seq"> = {
  assets: [
    { id: 1, asset: "USDT", scale: 8, displayDecimals: 2 },
    { id: 2, asset: "BTC", scale: 8, displayDecimals: 6 },
  ],
  markets: [
    {
      id: 7,
      symbol: "BTC/USDT",
      kind: "SPOT",
      base: "BTC",
      quote: "USDT",
      product: 2,
      tickSize: "0.01",
      lotSize: "0.0001",
      minQty: "0.0001",
      maxQty: "1000",
      minNotional: "5",
      makerRate: 0,
      takerRate: 0,
      status: "TRADING",
    },
  ],
};

/** A core on a real bus with the real packed protocol; tests set its answers. */
export class FakeCore {
  readonly commands: Command[] = [];
  /** The bytes of every command received, including repeats. */
  readonly bytes: string[] = [];
  readonly questions: Question[] = [];
  directory = oneMarket;
  messages = 0;
  epoch: number;
  seq: number;
  judge: Judge = () => ({ code: success, ref: this.commands.length });
  replies = new Map<string, (question: Question) => Partial<Reply>>();
  readonly #bus: Bus;
  readonly name: string;
  /** The key of replies; tests may set a wrong one. */
  replyKey: Seal | Signer;
  readonly #seals: Seals;
  readonly #userSeal: Seal;
  readonly #signer: Signer;
  #ends: (() => void)[] = [];
  #endEpoch: () => void = () => undefined;

  constructor(bus: Bus, core: string, epoch = 1, seq = 100) {
    const seals = sealsOf("", "development");
    this.#bus = bus;
    this.name = core;
    this.#userSeal = seals.of("user")!;
    this.#signer = coreSignerOf("", core, "core-a", "development");
    this.#seals = seals;
    this.replyKey = this.#signer;
    this.epoch = epoch;
    this.seq = seq;
    const instruments = subjects(core);
    for (const subject of [instruments.now, instruments.history])
      this.#ends.push(bus.subscribe(subject, (bytes, reply) => this.#answerQuestion(bytes, reply)));
    this.replies.set("market.directory", () => ({ data: this.directory }));
    this.lead(epoch);
  }

  /** Accepts commands of this epoch only. */
  lead(epoch: number): void {
    this.#endEpoch();
    this.epoch = epoch;
    this.#endEpoch = this.#bus.subscribe(subjects(this.name).commands(epoch, "user"), (bytes) => this.#take(bytes));
  }

  announce(events: readonly FakeEvent[] = [], how: Announcing = {}): void {
    const seq = how.seq ?? (this.seq += 1);
    if (how.lose === true) return;
    const parts = how.parts ?? 1;
    const rows = events.map(({ type, ...fields }) => {
      const { code, fields: order } = journalEvents[type];
      return [code, ...order.map((name) => Number(fields[name] ?? 0))];
    });
    for (let part = 0; part < parts; part += 1) {
      const own = rows.filter((_, index) => Math.floor((index * parts) / rows.length) === part);
      const message = {
        epoch: how.epoch ?? this.epoch,
        seq,
        batchId: `batch-${seq}`,
        at: 1_700_000_000_000 + seq,
        part,
        parts,
        events: new Float64Array(own.flat()),
      };
      this.#bus.publish(subjects(this.name).announcements, packAnnouncement(message, how.signer ?? this.#signer));
    }
  }

  close(): void {
    this.#endEpoch();
    for (const end of this.#ends) end();
  }

  #take(bytes: Uint8Array): void {
    this.messages += 1;
    const message = unpackCommands(bytes, this.#userSeal);
    const answers = message.commands.flatMap(({ request, bytes: packed }) => {
      const command = decodeCommand(packed, 0, packed.length);
      this.commands.push(command);
      this.bytes.push(Buffer.from(packed).toString("hex"));
      const result = this.judge(command);
      if (result === undefined) return [];
      return [
        {
          request,
          tag: message.tag,
          result: { code: success, seq: this.seq, ref: 0, facts: [0n, 0n] as const, ...result },
        },
      ];
    });
    if (answers.length === 0) return;
    const packed = packAnswers({ epoch: this.epoch, to: message.sender, answers }, this.#signer);
    this.#bus.publish(subjects(this.name).answers(message.sender), packed);
  }

  #answerQuestion(bytes: Uint8Array, reply: string | undefined): void {
    const question = openQuestion(bytes, this.#seals, systemClock.now());
    if (question === undefined || question === "unclear") throw new Error("a question without a seal");
    this.questions.push(question);
    const answer = this.replies.get(question.call)?.(question);
    if (answer === undefined || reply === undefined) return;
    const whole: Reply = { code: success, data: {}, seq: this.seq, ...answer };
    this.#bus.publish(reply, sealReply(whole, bytes, this.replyKey));
  }
}
