import { type DateOnly, londonInstant } from '@gya/domain/common/dates.ts'
import { DomainError, errors } from '@gya/domain/error-catalogue.ts'
import type { DecidedRow, RowFacts } from '@gya/domain/features/imports/decide-row.ts'
import { acceptedOnOfSale } from '@gya/domain/features/imports/imported-sale.ts'
import { whyNotAcceptOffer } from '@gya/domain/features/offers/offers.rules.ts'
import { applyChanges } from '@gya/domain/features/timeline/changes.ts'
import { stepsOfAcceptance } from '@gya/domain/features/timeline/rules/sale-events.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { PropertyContents } from './import-contents.ts'
import type { Match } from './matching/match.ts'
import type { PreparedRow } from './prepare-row.ts'
import { type SaleBefore, setSaleSteps } from './sale-steps.ts'
import { valuesToWrite } from './write/write-context.ts'

type Given = { row: PreparedRow; decided: DecidedRow; found: Match; own: PropertyContents | undefined; today: DateOnly }

/** The refusal of a row of a sale by the rules of saving its offer and its timeline, found before anything is written. */
export function whyNotWriteSale({ row, decided, found, own, today }: Given): RowFacts['refusal'] {
  const time = { today, now: londonInstant(today, '12:00') }
  try {
    const refused =
      found.byReference || own?.acceptedOffer ? null : found.property && whyNotAcceptOffer({ _id: '' }, found.property.detail)
    if (refused) return { code: 'sale-rule', message: errors[refused][1] }
    const sale = saleBefore(row, found, own, time)
    if (!sale) return null
    const { set } = setSaleSteps(sale, { values: row.values, written: valuesToWrite({ row, decided }) }, time)
    return set.refused === null ? null : { code: 'sale-rule', message: set.refused }
  } catch (error) {
    if (error instanceof DomainError) return { code: 'sale-rule', message: error.message }
    throw error
  }
}

/** The sale as it is, or as it will be once the files have made its property and accepted its offer. */
function saleBefore(row: PreparedRow, found: Match, own: PropertyContents | undefined, time: CurrentTime): SaleBefore | null {
  const detail = found.property?.detail
  const timeline = found.property?.timeline ?? found.newTimeline
  if (!timeline) return null
  const accepted = detail?.offers.find(({ state }) => state === 'A')
  if (detail && accepted)
    return {
      timeline,
      completionDate: detail.completionDate,
      acceptedOn: accepted.acceptedOn,
      cashBuyer: detail.buyer.cashBuyer || accepted.cashBuy,
    }
  const { acceptedOn, cashBuy } = own?.acceptedOffer ?? { acceptedOn: acceptedOnOfSale(row.values), cashBuy: false }
  const from = acceptedOn ?? time.today
  const completionDate = detail?.completionDate ?? null
  return {
    timeline: applyChanges(timeline, stepsOfAcceptance(timeline, from, cashBuy, time)),
    completionDate: completionDate !== null && completionDate < from ? null : completionDate,
    acceptedOn: from,
    cashBuyer: cashBuy,
  }
}
