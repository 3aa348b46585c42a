/**
 * Warnings about implausible amounts and dates, or null. "Implausible amounts and dates are asked about once by the
 * screen ('£1 is 99.9 % below the asking price. Save anyway?'), not refused by the server": finding 11 of the security
 * issue. Amounts are pounds and percentages as on the wire, because only screens use them.
 */
import { isBankHoliday, isWeekend } from './bank-holidays.ts'
import { addYears, type DateOnly, daysBetween, isDateOnly, showDate, weekdayName } from './dates.ts'
import { showPounds } from './money.ts'

type Unlikely = string | null
type Amount = number | null

const isAmount = (amount: Amount | undefined): amount is number => typeof amount === 'number' && Number.isFinite(amount)

/** `99.9 %`: truncated, so that only 0 is 100 % below an amount. */
const percentOf = (part: number, whole: number): string =>
  `${(Math.floor((part / whole) * 1000 + 1e-6) / 10).toLocaleString('en-GB')} %`

/** Plausible range of a home's price, in pounds. */
const leastForAHome = 10_000
const mostForAHome = 50_000_000

const unlikelyForAHome = (amount: number): Unlikely => {
  if (amount < leastForAHome) return `${showPounds(amount)} is very little for a home.`
  return amount > mostForAHome ? `${showPounds(amount)} is very much for a home.` : null
}

/** Warns if the amount is at least 40 % below or 50 % above the reference. */
const unlikelyAgainst = (amount: number, other: number, what: string): Unlikely => {
  if (amount <= other * 0.6) return `${showPounds(amount)} is ${percentOf(other - amount, other)} below ${what}.`
  return amount >= other * 1.5 ? `${showPounds(amount)} is ${percentOf(amount - other, other)} above ${what}.` : null
}

/** Compares an offer or agreed price with the asking price. */
export const unlikelyOffer = (amount: Amount, askingPrice: Amount): Unlikely => {
  if (!isAmount(amount)) return null
  return askingPrice ? unlikelyAgainst(amount, askingPrice, 'the asking price') : unlikelyForAHome(amount)
}

/** Compares an asking price with the previous one. */
export const unlikelyAskingPrice = (price: Amount, before: Amount): Unlikely => {
  if (!isAmount(price)) return null
  return before ? unlikelyAgainst(price, before, `the asking price of ${showPounds(before)}`) : unlikelyForAHome(price)
}

export const unlikelyDeposit = (deposit: Amount, amount: Amount): Unlikely =>
  isAmount(deposit) && isAmount(amount) && deposit > amount
    ? `A deposit of ${showPounds(deposit)} is more than the offer of ${showPounds(amount)}.`
    : null

/** Agents usually charge 0.5 to 3.5 % of the price, excluding VAT. */
export const unlikelyFeePercent = (percent: Amount): Unlikely => {
  if (!isAmount(percent)) return null
  if (percent < 0.3) return `A fee of ${percent} % is very low.`
  return percent > 5 ? `A fee of ${percent} % is very high.` : null
}

/** Compares a fixed fee with the price, if known. */
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

/** Warns about dates outside a range of years around today. `what` begins the sentence: "A viewing". */
const unlikelyDay = (what: string, day: DateOnly | null, today: DateOnly, { yearsBack, yearsAhead }: Span): Unlikely => {
  if (day === null || !isDateOnly(day)) return null
  const apart = daysBetween(today, day)
  if (day > addYears(today, yearsAhead)) return `${what} on ${showDate(day)} is ${distance(apart)} in the future.`
  return day < addYears(today, -yearsBack) ? `${what} on ${showDate(day)} is ${distance(-apart)} in the past.` : null
}

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

/** Sales complete on working days: the money is paid through the banks. */
const unlikelyWorkingDay = (what: string, day: DateOnly | null): Unlikely => {
  if (day === null || !isDateOnly(day)) return null
  if (isWeekend(day)) return `${what} on ${showDate(day)} is on a ${weekdayName(day)}, when banks are closed.`
  return isBankHoliday(day) ? `${what} on ${showDate(day)} is on a bank holiday.` : null
}

/** New builds are sold up to two years before completion. */
export const unlikelyCompletionDay = (day: DateOnly | null, today: DateOnly): Unlikely =>
  unlikelyDay('A completion', day, today, { yearsBack: 1, yearsAhead: 2 }) ?? unlikelyWorkingDay('A completion', day)

export const unlikelySurveyDay = (day: DateOnly | null, today: DateOnly): Unlikely =>
  unlikelyDay('A survey', day, today, { yearsBack: 1, yearsAhead: 1 })
