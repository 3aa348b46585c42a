import { type DateOnly, londonInstant } from '@gya/domain/common/dates.ts'
import { type ErrorCode, errors } from '@gya/domain/error-catalogue.ts'
import {
  type ExpectedFacts,
  expectedFactsOf,
  noExpectedDates,
  whyNotSetExpected,
} from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import type { DecidedRow } from '@gya/domain/features/imports/decide-row.ts'
import { fallenWhileAccepted, fellThroughOn } from '@gya/domain/features/imports/fallen-sale.ts'
import { acceptedOnOfSale } from '@gya/domain/features/imports/imported-sale.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { whyNotAcceptOffer } from '@gya/domain/features/sale-now/may.ts'
import { applyChanges } from '@gya/domain/features/timeline/changes.ts'
import { phaseOf } from '@gya/domain/features/timeline/phase.ts'
import { stepsOfAcceptance } from '@gya/domain/features/timeline/rules/sale-events.ts'
import type { CurrentTime, Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Match } from './matching/match.ts'
import type { PreparedRow } from './prepare-row.ts'
import type { PropertyContents } from './row-index.ts'
import { type SaleBefore, setSaleSteps } from './sale-steps.ts'
import { valuesToWrite } from './write/write-context.ts'
import { expectedDays } from './write/write-sale.ts'

type Given = { row: PreparedRow; decided: DecidedRow; found: Match; own: PropertyContents | undefined; today: DateOnly }

/** Why the rules refuse to save the offer, the timeline or the expected days of a sale. May throw a DomainError. */
export function whyNotWriteSale({ row, decided, found, own, today }: Given): string | null {
  const time = { today, now: londonInstant(today, '12:00') }
  const detail = found.property?.detail
  if (fellThroughOn(row.values) !== null && own?.acceptedOffer) return fallenWhileAccepted
  const refused = found.byReference || own?.acceptedOffer ? null : whyNotAcceptImported(detail, own)
  if (refused) return errors[refused][1]
  const sale = saleBefore(row, found, own, time)
  if (!sale) return null
  const written = valuesToWrite({ row, decided })
  const { set, completionDate } = setSaleSteps(sale, { values: row.values, written }, time)
  if (set.refused !== null) return set.refused
  const facts = expectedFacts(detail, { ...sale, timeline: applyChanges(sale.timeline, set.changes), completionDate })
  const expected = whyNotSetExpected(facts, expectedDays(written), today)
  return expected && errors[expected.code][1]
}

/** Why an offer cannot be accepted on a property, which the files may create. */
export const whyNotAcceptImported = (detail: PropertyDetail | undefined, own: PropertyContents | undefined): ErrorCode | null => {
  if (detail) return whyNotAcceptOffer({ _id: '' }, detail)
  return isWithdrawn(own) ? 'OFFER_ON_WITHDRAWN' : null
}

const isWithdrawn = (own: PropertyContents | undefined): boolean => {
  const { status, withdrawnOn } = own?.created?.values ?? {}
  return status === 'withdrawn' || withdrawnOn !== undefined
}

type SaleAfter = { timeline: Timeline; completionDate: DateOnly | null; acceptedOn: DateOnly | null }

function expectedFacts(detail: PropertyDetail | undefined, { timeline, completionDate, acceptedOn }: SaleAfter): ExpectedFacts {
  const phase = phaseOf({ active: detail?.active ?? true, hasAcceptedOffer: true, timeline })
  return { ...(detail ? expectedFactsOf(detail) : noExpectedDates), phase, completionDate, acceptedOn }
}

/** The existing sale, or the sale after the files have created its property and accepted its offer. */
function saleBefore(row: PreparedRow, found: Match, own: PropertyContents | undefined, time: CurrentTime): SaleBefore | null {
  const detail = found.property?.detail
  const timeline = found.property?.timeline ?? found.newTimeline
  if (!timeline) return null
  const accepted = detail?.offers.find(({ state }) => state === 'A')
  const cash = typeof row.values.cashBuy === 'boolean' ? row.values.cashBuy : null
  if (detail && accepted)
    return {
      timeline,
      completionDate: detail.completionDate,
      acceptedOn: accepted.acceptedOn,
      cashBuyer: cash ?? (detail.buyer.cashBuyer || accepted.cashBuy),
    }
  const offer = own?.acceptedOffer ?? { acceptedOn: acceptedOnOfSale(row.values), cashBuy: false }
  const { acceptedOn } = offer
  const cashBuy = cash ?? offer.cashBuy
  const from = acceptedOn ?? time.today
  const completionDate = detail?.completionDate ?? null
  return {
    timeline: applyChanges(timeline, stepsOfAcceptance(timeline, from, cashBuy, time)),
    completionDate: completionDate !== null && completionDate < from ? null : completionDate,
    acceptedOn: from,
    cashBuyer: cashBuy,
  }
}
