export { ceilDiv, divExact, floorDiv, isMoney, moneyLimit, moneyScale, roundHalfUp } from "./decimal.ts";
export { isRate, rateOne, rateOneBig } from "./rate.ts";
export { cappedText, cutText, group, parseUnits, percentText, printUnits, shortText } from "./text.ts";
export { type Amount, minus, plus } from "./amount.ts";
export { bandMax, bandMin, feeOf, type SpotMeasure, spotMaxLots, spotReserve, spotValue } from "./formulas/spot.ts";
export { ceilOf, compareFractions, type Fraction, floorOf, fraction, printFractionCut, times } from "./fraction.ts";
export {
  type ContractKind,
  type ContractMeasure,
  gainsWithValue,
  type InverseMeasure,
  inverseMeasureOf,
  type LinearMeasure,
  linearMeasureOf,
  type OrderSide,
  type PositionSide,
} from "./formulas/contract.ts";
export { priceOfValue, tradeValue, valueCeil } from "./formulas/value.ts";
export {
  clearingOf,
  type ClosedPart,
  closeFill,
  type Leg,
  openFill,
  realisedPnl,
  realisedPnlShown,
  releasedEntryValue,
  roeBasisPoints,
  unrealisedPnl,
} from "./formulas/position.ts";
export {
  isWithinRiskLimit,
  maintenanceMargin,
  maxLeverageOf,
  riskLimitOf,
  type Tier,
  type TierFault,
  tierFaultOf,
  tierIndexOf,
  type TierRow,
  tiersOf,
} from "./formulas/tiers.ts";
export {
  assumedLimitTicks,
  assumedMarketTicks,
  initialMargin,
  isolatedFill,
  type MarginMode,
  type OpeningOrder,
  openLoss,
  type OrderReserve,
  orderReserve,
  remainingReserve,
} from "./formulas/reserve.ts";
export {
  type Available,
  availableOf,
  availableWhileFrozen,
  carriesMargin,
  type CrossAccount,
  deficitPayers,
  equityOf,
  marginRatioBasisPoints,
  marginRatioWarnBasisPoints,
  type ShortfallPayers,
  shortfallPayers,
} from "./formulas/account.ts";
export {
  closeIsolated,
  type IsolatedClose,
  type IsolatedCloseResult,
  leverageShift,
  leverageTopUp,
  type MarginRemoval,
  overdraftPayers,
  releasedMargin,
  removableMargin,
} from "./formulas/isolated.ts";
export { feeCapped, referralShare, type VipLevel, vipLadder, vipLevelOf } from "./formulas/fees.ts";
export {
  feeInNumbers,
  initialMarginInNumbers,
  maintenanceMarginInNumbers,
  orderReserveInNumbers,
  type TierNumbers,
  tierNumbersOf,
  tradeValueInNumbers,
  unrealisedPnlInNumbers,
  valueCeilInNumbers,
} from "./formulas/in-numbers.ts";
export {
  compareSick,
  isFillSafe,
  isLiquidatable,
  legHealth,
  type LegHealth,
  type NettedPair,
  netPair,
  partialLiquidationFees,
  type Sick,
  type TierStep,
  tierStep,
} from "./formulas/liquidation.ts";
export {
  liquidationPriceOf,
  type LiquidationRoot,
  liquidationRoots,
  liquidationTicksShown,
  type TieredLeg,
} from "./formulas/liquidation-price.ts";
export {
  bankruptcyLimitTicks,
  bankruptcyPriceOf,
  bankruptcyValue,
  bankruptcyValueOfPart,
  type Takeover,
  takeoverEquity,
  takeoverMargin,
  type TakeoverLeg,
  takeoverOf,
  tighterLimit,
} from "./formulas/bankruptcy.ts";
export {
  closableQty,
  isTriggerHit,
  type TriggerDirection,
  triggerDirectionOf,
  trimNewestFirst,
} from "./formulas/closing.ts";
export {
  callbackBpsMax,
  callbackBpsMin,
  type CallbackUnit,
  isAtOrBeyond,
  trailingTrigger,
} from "./formulas/trailing.ts";
export {
  addPremium,
  averagePremium,
  type BookLevel,
  capitalisedEntryValue,
  fundingAmount,
  fundingCapOf,
  fundingRate,
  type FundingTerms,
  impactPrice,
  isFundingSettled,
  type IsolatedFunding,
  isolatedFundingSources,
  premiumRate,
  premiumSamplesMin,
  type PremiumSum,
} from "./formulas/funding.ts";
export {
  basisSampleOf,
  bookBasisPrice,
  chainedIndex,
  fundingBasisPrice,
  indexOf,
  type IndexPrice,
  type IndexSource,
  type IndexState,
  indexStateOf,
  markClamped,
  markMedian,
  markTowardLast,
  timeWeightedMean,
} from "./formulas/index-mark.ts";
export { breakerRange, breakerReturns, isWithinOpenInterestCap, openInterestOf } from "./formulas/limits.ts";
export {
  type AdlCounterparty,
  adlEquityOfCross,
  type AdlFigures,
  adlLights,
  type AdlPaid,
  type AdlPart,
  type AdlRank,
  adlScore,
  AdlSplit,
  compareAdl,
  coverableParts,
  cutProRata,
  deleverage,
  type Deleveraged,
  type Deleveraging,
  type FundFigures,
  isFundSound,
  mayKeepInventory,
  payLoss,
  splitByQty,
  unwindQty,
} from "./formulas/adl.ts";
export {
  type SettledLeg,
  type Settlement,
  settleMarket,
  SettlementSplit,
  type SettlingLeg,
} from "./formulas/settling.ts";
export {
  compareGrants,
  consumeByRatio,
  consumeCost,
  type Consumption,
  type Cost,
  type CostLine,
  countedVolume,
  type Grant,
  ordersToCancel,
  type RatioConsumption,
  type TransferOut,
  transferOut,
} from "./formulas/bonus.ts";
export { type VoucherEnd, voucherEnd, voucherFaceUsed, voucherQty, type VoucherTerms } from "./formulas/voucher.ts";
export {
  borrowLevel,
  type BorrowLevels,
  borrowLevelsOf,
  borrowLiquidationPrice,
  type BorrowPair,
  type BorrowTerms,
  hourlyInterest,
  isBorrowAllowed,
  type LevelReach,
  levelReach,
  maxBorrow,
  maxTransferOutValue,
  pairAssets,
  pairDebts,
  repaymentOf,
} from "./formulas/borrow.ts";
