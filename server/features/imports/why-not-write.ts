import { londonInstant } from '@gya/domain/common/dates.ts'
import { DomainError, type ErrorCode, errors } from '@gya/domain/error-catalogue.ts'
import type { DecidedRow, RowFacts } from '@gya/domain/features/imports/decide-row.ts'
import { whyNotGiveNotice } from '@gya/domain/features/management-info/management-info.rules.ts'
import { decideOfferChange, requireOffer } from '@gya/domain/features/offers/offers.rules.ts'
import { decideTimelineChange } from '../timeline/decide-timeline-change.ts'
import type { Match, MatchContext } from './matching/match.ts'
import type { PreparedRow } from './prepare-row.ts'
import { whyNotAcceptImported, whyNotWriteSale } from './why-not-write-sale.ts'
import type { Values } from './write/row-values.ts'
import { isNew, valuesToWrite } from './write/write-context.ts'
import { importedOfferChange, stateOfOffer } from './write/write-offer.ts'
import { requestedDays } from './write/write-property.ts'

type Given = { row: PreparedRow; decided: DecidedRow; found: Match }

/** The refusal of a confirmed row by the rules that apply when the run writes it, determined before anything is written. */
export function whyNotWrite(context: MatchContext, given: Given): RowFacts['refusal'] {
  const message = refusalText(context, given)
  return message === null ? null : { code: 'rule', message }
}

function refusalText(context: MatchContext, given: Given): string | null {
  const { row, decided, found } = given
  const values = valuesToWrite(given)
  const own = context.contents.properties.get(String(row.values.propertyRef ?? ''))
  try {
    if (row.kind === 'property') return whyNotWriteProperty(context, given, values)
    if (row.kind === 'vendor') return whyNotVendor(context, values.email)
    if (row.kind === 'offer') return wordsOf(whyNotWriteOffer(context, given, values))
    if (row.kind !== 'sale') return null
    return whyNotWriteSale({ row, decided, found, own, today: context.today })
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}

const wordsOf = (code: ErrorCode | null): string | null => code && errors[code][1]

function whyNotWriteProperty(context: MatchContext, given: Given, values: Values): string | null {
  const { found } = given
  const { index, today } = context
  const isCreated = isNew(given)
  const refused =
    (isCreated ? whyNotVendor(context, values.vendorEmail) : null) ??
    (values.noticeGiven === undefined ? null : wordsOf(whyNotGiveNotice(index.noticePeriodInDays)))
  if (refused !== null || isCreated || !found.property) return refused
  const requested = requestedDays(values)
  if (requested.length === 0) return null
  const decision = decideTimelineChange(found.property, { requested }, { today, now: londonInstant(today, '12:00') })
  return decision.refused ? decision.message : null
}

const whyNotVendor = ({ index }: MatchContext, email: unknown): string | null =>
  typeof email === 'string' && index.staffEmails.has(email)
    ? 'This e-mail address belongs to a colleague of your company. Give the vendor an address of their own, or leave it empty.'
    : null

function whyNotWriteOffer({ contents, today }: MatchContext, given: Given, values: Values): ErrorCode | null {
  const { row, decided, found } = given
  const detail = found.property?.detail
  if (isNew(given))
    return stateOfOffer(values) === 'A'
      ? whyNotAcceptImported(detail, contents.properties.get(String(row.values.propertyRef ?? '')))
      : null
  if (detail) {
    const before = requireOffer(detail.offers, decided.targetId ?? '')
    decideOfferChange(before, importedOfferChange(before, values, 'Import'), detail, today)
  }
  return null
}
