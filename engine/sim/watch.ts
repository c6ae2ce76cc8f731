import { readEvents } from "@tidemark/contracts/codec";
import type { State } from "../src/state/state.ts";
import { CampaignWatch } from "./watch/campaigns.ts";
import { DepositWatch } from "./watch/deposits.ts";
import { FundWatch } from "./watch/funds.ts";
import { LedgerFold, type Report } from "./watch/ledger.ts";
import { PositionFold } from "./watch/positions.ts";
import { SettingsFold } from "./watch/settings.ts";
import { StatesFold } from "./watch/states.ts";
import { TradeWatch } from "./watch/trades.ts";
import { TriggerWatch } from "./watch/triggers.ts";

/**
 * Reads the events of every command as an outsider would and holds them against the rules: balances, positions, funds and campaigns are
 * folded from them anew, trades keep to their limits and queues, fees to their rates.
 */
export class Watcher {
  readonly broken: string[] = [];
  readonly counts: Record<string, number> = {};
  readonly refusals: Record<number, number> = {};
  private readonly report: Report = (text) => void this.broken.push(text);
  private readonly ledger = new LedgerFold(this.report);
  private readonly positions = new PositionFold(this.report);
  private readonly settings = new SettingsFold(this.report, this.ledger, this.positions);
  private readonly trades = new TradeWatch(this.report, this.positions, this.settings);
  private readonly funds = new FundWatch(this.report, this.positions);
  private readonly campaigns = new CampaignWatch(this.report, this.ledger);
  private readonly deposits = new DepositWatch(this.report);
  private readonly triggers = new TriggerWatch(this.report);
  private readonly states = new StatesFold(this.report);

  /** The event rows of one command, or of the start of a batch, and the state after it. */
  look(state: State, numbers: Float64Array, isStart: boolean): void {
    for (const event of readEvents(numbers)) {
      this.counts[event.type] = (this.counts[event.type] ?? 0) + 1;
      if (event.type === "refused") this.refusals[event.result] = (this.refusals[event.result] ?? 0) + 1;
      if (event.type === "command_failed") this.broken.push(`a command failed: ${JSON.stringify(event)}`);
      if (event.type === "margin_settings") this.settings.see(event);
      const entry = this.ledger.see(event);
      if (entry !== undefined) {
        this.funds.entry(entry);
        this.trades.entry(entry);
      }
      // Positions first: the others ask what became of them.
      this.positions.see(state, event);
      this.trades.see(state, event);
      this.funds.see(state, event);
      this.campaigns.see(event);
      this.deposits.see(event);
      this.triggers.see(event);
      this.states.see(event);
    }
    this.positions.after(state);
    this.funds.after(state, isStart);
    this.campaigns.after(state);
    this.triggers.after(state);
    for (const market of state.markets.all()) {
      const bid = state.books.best(market, 0);
      const ask = state.books.best(market, 1);
      if (bid !== 0 && ask !== 0 && bid >= ask) this.broken.push(`I6 crossed after a command: ${bid} ${ask}`);
    }
  }

  /** What was folded is what the state holds: every account, every position, every setting. */
  compare(state: State): void {
    this.ledger.compare(state);
    this.positions.compare(state);
    this.settings.compare(state);
    this.campaigns.compare(state);
  }
}
