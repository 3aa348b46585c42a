/**
 * What is unlikely about an amount or a date, in a sentence; null where nothing is. "Implausible amounts and dates are asked
 * about once by the screen ('£1 is 99.9 % below the asking price. Save anyway?'), not refused by the server": finding 11 of
 * the security issue. Amounts are pounds and percentages as the wire has them, since only screens ask.
 */
import { addYears, type DateOnly, daysBetween, isDateOnly, showDate } from './dates.ts'
import { showPounds } from './money.ts'

type Unlikely = string | null
type Amount = number | null

const isAmount = (amount: Amount | undefined): amount is number => typeof amount === 'number' && Number.isFinite(amount)

/** `99.9 %`: cut off and not rounded, so that only nothing at all is 100 % below something. */
const percentOf = (part: number, whole: number): string =>
  `${(Math.floor((part / whole) * 1000 + 1e-6) / 10).toLocaleString('en-GB')} %`

/** Homes cost something between these. */
const leastForAHome = 10_000
const mostForAHome = 50_000_000

const unlikelyForAHome = (amount: number): Unlikely => {
  if (amount < leastForAHome) return `${showPounds(amount)} is very little for a home.`
  return amount > mostForAHome ? `${showPounds(amount)} is very much for a home.` : null
}

/** An amount that is at least 40 % below, or half as much again as, what it is held against. */
const unlikelyAgainst = (amount: number, other: number, what: string): Unlikely => {
  if (amount <= other * 0.6) return `${showPounds(amount)} is ${percentOf(other - amount, other)} below ${what}.`
  return amount >= other * 1.5 ? `${showPounds(amount)} is ${percentOf(amount - other, other)} above ${what}.` : null
}

/** An offer, or the price that was agreed, held against the asking price. */
export const unlikelyOffer = (amount: Amount, askingPrice: Amount): Unlikely => {
  if (!isAmount(amount)) return null
  return askingPrice ? unlikelyAgainst(amount, askingPrice, 'the asking price') : unlikelyForAHome(amount)
}

/** An asking price, held against the one before it. */
export const unlikelyAskingPrice = (price: Amount, before: Amount): Unlikely => {
  if (!isAmount(price)) return null
  return before ? unlikelyAgainst(price, before, `the asking price of ${showPounds(before)}`) : unlikelyForAHome(price)
}

export const unlikelyDeposit = (deposit: Amount, amount: Amount): Unlikely =>
  isAmount(deposit) && isAmount(amount) && deposit > amount
    ? `A deposit of ${showPounds(deposit)} is more than the offer of ${showPounds(amount)}.`
    : null

/** Agents charge 0.5 to 3.5 % of the price, excluding VAT. */
export const unlikelyFeePercent = (percent: Amount): Unlikely => {
  if (!isAmount(percent)) return null
  if (percent < 0.3) return `A fee of ${percent} % is very low.`
  return percent > 5 ? `A fee of ${percent} % is very high.` : null
}

/** A fixed fee, held against the price it is earned by where there is one. */
export const unlikelyFixedFee = (fee: Amount, price: Amount): Unlikely => {
  if (!isAmount(fee)) return null
  if (fee < 100) return `A fee of ${showPounds(fee)} is very low.`
  if (!price) return fee > 50_000 ? `A fee of ${showPounds(fee)} is very high.` : null
  return fee > price * 0.05 ? `A fee of ${showPounds(fee)} is ${percentOf(fee, price)} of the price.` : null
}

export const unlikelyFeeDeduction = (percent: Amount): Unlikely =>
  isAmount(percent) && percent > 50 ? `A fee deduction of ${percent} % is more than half of the fee.` : null

/** `3 days`, `14 months`, `172 years`. */
const distance = (days: number): string => {
  if (days < 60) return days === 1 ? '1 day' : `${days} days`
  return days < 730 ? `${Math.floor(days / 30.44)} months` : `${Math.floor(days / 365.25)} years`
}

type Span = { yearsBack: number; yearsAhead: number }

/** A day outside of the years around today in which such a thing happens. `what` begins the sentence: "The viewing". */
const unlikelyDay = (what: string, day: DateOnly | null, today: DateOnly, { yearsBack, yearsAhead }: Span): Unlikely => {
  if (day === null || !isDateOnly(day)) return null
  const apart = daysBetween(today, day)
  if (day > addYears(today, yearsAhead)) return `${what} on ${showDate(day)} is ${distance(apart)} in the future.`
  return day < addYears(today, -yearsBack) ? `${what} on ${showDate(day)} is ${distance(-apart)} in the past.` : null
}

/** An offer is made on the day or was made before. */
export const unlikelyOfferDay = (day: DateOnly | null, today: DateOnly): Unlikely =>
  unlikelyDay('An offer', day, today, { yearsBack: 2, yearsAhead: 0 })

export const unlikelyViewingDay = (day: DateOnly | null, today: DateOnly): Unlikely =>
  unlikelyDay('A viewing', day, today, { yearsBack: 2, yearsAhead: 1 })

export const unlikelyRelaunchDay = (day: DateOnly | null, today: DateOnly): Unlikely =>
  unlikelyDay('A relaunch', day, today, { yearsBack: 2, yearsAhead: 1 })

export const unlikelyLaunchDay = (day: DateOnly | null, today: DateOnly): Unlikely =>
  unlikelyDay('A launch', day, today, { yearsBack: 5, yearsAhead: 1 })

export const unlikelyPriceDay = (day: DateOnly | null, today: DateOnly): Unlikely =>
  unlikelyDay('A price', day, today, { yearsBack: 5, yearsAhead: 1 })

export const unlikelyContractDay = (day: DateOnly | null, today: DateOnly): Unlikely =>
  unlikelyDay('A contract signed', day, today, { yearsBack: 5, yearsAhead: 1 })

export const unlikelyNoticeDay = (day: DateOnly | null, today: DateOnly): Unlikely =>
  unlikelyDay('Notice given', day, today, { yearsBack: 2, yearsAhead: 1 })

/** New builds are sold up to two years before they are finished. */
export const unlikelyCompletionDay = (day: DateOnly | null, today: DateOnly): Unlikely =>
  unlikelyDay('A completion', day, today, { yearsBack: 1, yearsAhead: 2 })

export const unlikelySurveyDay = (day: DateOnly | null, today: DateOnly): Unlikely =>
  unlikelyDay('A survey', day, today, { yearsBack: 1, yearsAhead: 1 })
