import { addDays, type DateOnly, type Instant, isDateOnly, londonDay, londonInstant } from '@gya/domain/common/dates.ts'
import {
  type ConversationChannel,
  type ConversationOutcome,
  maxConversationSales,
  maxDaysAhead,
  maxDaysBack,
} from '@gya/domain/features/conversations/conversations.model.ts'
import { proposeVendorText, startOfChaseDay, whyNotShow } from '@gya/domain/features/conversations/conversations.rules.ts'
import { type SaleRole, updatedSideOf } from '@gya/domain/features/property-contacts/parties.ts'

/** The initial state of a conversation. */
export type Start = {
  /** The sales and action items discussed. By default those due now in the caller's own sales. */
  sales?: readonly { propertyId: string; keys?: readonly string[] | undefined }[] | undefined
  outcome?: ConversationOutcome | undefined
  /** `undoId` of a conversation to undo first, which this one replaces. */
  replaces?: string | undefined
  /** What was entered for that one. */
  draft?: ConversationDraft | undefined
}

/** A sale offered in the form. */
export type DraftSale = {
  propertyId: string
  line1: string
  role: SaleRole
  /** Keys of the action items that are ticked initially. */
  itemKeys: readonly string[]
  /** Keys of the action items due now. Ticked with the sale if none was ticked initially. */
  dueKeys: readonly string[]
  /** Whether the sale is ticked initially. */
  isIncluded: boolean
}

/** Changes on the line of a sale. All other values are the common ones. */
export type LineEdit = {
  included?: boolean
  /** Keys of the action items discussed. */
  keys?: readonly string[]
  outcome?: ConversationOutcome
  promisedOn?: DateOnly | null
  nextAt?: Instant | null
  note?: string
  /** Whether a text is shown to the vendor; the text, if it differs from the proposed one. */
  isShown?: boolean
  vendorText?: string
}

/** "What is set on top applies to lines not touched." [day §4](docs/design/day.md#4). */
export type ConversationDraft = {
  outcome: ConversationOutcome | null
  promisedOn: DateOnly | null
  /** `undefined`: as proposed for the outcome. `null`: none. An invalid day is kept as typed, also in `promisedOn`. */
  nextAt?: Instant | null | undefined
  note: string
  /** `undefined`: the channel of the outcome. */
  channel?: ConversationChannel | undefined
  /** Whether the other side started the conversation. */
  inbound?: boolean | undefined
  /** When it took place, if not now: day and time, or invalid text as typed. */
  heldOn?: DateOnly | null | undefined
  heldAt?: string | null | undefined
  lines: Readonly<Record<string, LineEdit>>
}

export const emptyDraft: ConversationDraft = { outcome: null, promisedOn: null, note: '', lines: {} }

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** When it took place. `undefined`: now, or invalid. */
export const heldMoment = ({ heldOn, heldAt }: ConversationDraft): Instant | undefined =>
  heldOn && heldAt && isDateOnly(heldOn) && isTime(heldAt) ? londonInstant(heldOn, heldAt) : undefined

/** Returns why day and time are invalid, or `null`. */
export function whyNotHeld(draft: ConversationDraft, now: Instant): string | null {
  const { heldOn = null, heldAt = null } = draft
  if (heldOn === null && heldAt === null) return null
  if (heldOn === null || !isDateOnly(heldOn)) return 'Enter the day it was held'
  if (heldOn < addDays(londonDay(now), -maxDaysBack)) return `Choose a day within the last ${maxDaysBack} days`
  if (heldAt === null || !isTime(heldAt)) return 'Enter the time it was held'
  return Date.parse(heldMoment(draft) ?? now) > Date.parse(now) ? 'The conversation is in the future' : null
}

export const isDirty = (draft: ConversationDraft, first = emptyDraft): boolean => JSON.stringify(draft) !== JSON.stringify(first)

/** `nextChases`: the next chase currently proposed for each outcome. For a promise it is the promised day. */
export type Proposals = { now: Instant; nextChases: Readonly<Partial<Record<ConversationOutcome, Instant | null>>> }

function nextChase(
  outcome: ConversationOutcome | null,
  promisedOn: DateOnly | null,
  chosen: Instant | null | undefined,
  { nextChases }: Proposals,
): Instant | null {
  if (outcome === null) return null
  if (outcome === 'promised') return promisedOn && (isDateOnly(promisedOn) ? startOfChaseDay(promisedOn) : promisedOn)
  return chosen === undefined ? (nextChases[outcome] ?? null) : chosen
}

export const nextChaseOnTop = ({ outcome, promisedOn, nextAt }: ConversationDraft, proposals: Proposals): Instant | null =>
  nextChase(outcome, promisedOn, nextAt, proposals)

const laterTodayMilliseconds = 3 * 3_600_000

/** Returns the time of a chosen chase day: its morning, or later today. Invalid text is returned unchanged. */
export function chaseMoment(day: DateOnly, now: Instant): Instant {
  if (!isDateOnly(day)) return day
  return day === londonDay(now) ? new Date(Date.parse(now) + laterTodayMilliseconds).toISOString() : startOfChaseDay(day)
}

/** Returns the day of a chase time. Invalid text is returned unchanged. */
export const chaseDay = (at: Instant): DateOnly => (/^\d{4}-\d\d-\d\dT/.test(at) ? londonDay(at) : at)

/** Whether the day is valid and within the allowed period. */
const isChaseDay = (day: DateOnly, now: Instant): boolean => {
  const today = londonDay(now)
  return isDateOnly(day) && day >= today && day <= addDays(today, maxDaysAhead)
}

/** The line of a sale as it will be saved. */
export type DraftLine = {
  sale: DraftSale
  included: boolean
  keys: readonly string[]
  outcome: ConversationOutcome | null
  promisedOn: DateOnly | null
  nextAt: Instant | null
  /** Whether promised day and next chase are valid. */
  isDayRight: boolean
  note: string
  vendorText: string | null
}

export function lineOf(draft: ConversationDraft, sale: DraftSale, proposals: Proposals): DraftLine {
  const edit = draft.lines[sale.propertyId] ?? {}
  const outcome = edit.outcome ?? draft.outcome
  const promisedOn = outcome !== 'promised' ? null : edit.promisedOn === undefined ? draft.promisedOn : edit.promisedOn
  const keys = edit.keys ?? sale.itemKeys
  // A common chase date belongs to the common outcome. Without action items none is proposed, as it would create a call-back.
  const chosen = edit.nextAt === undefined && outcome === draft.outcome ? draft.nextAt : edit.nextAt
  const nextAt = nextChase(outcome, promisedOn, keys.length === 0 ? (chosen ?? null) : chosen, proposals)
  return {
    sale,
    included: edit.included ?? sale.isIncluded,
    keys,
    outcome,
    promisedOn,
    nextAt,
    isDayRight: nextAt === null || isChaseDay(chaseDay(nextAt), proposals.now),
    note: edit.note ?? '',
    vendorText: edit.isShown
      ? (edit.vendorText ?? proposeVendorText(sale.role, outcome ?? 'spoke', londonDay(heldMoment(draft) ?? proposals.now)))
      : null,
  }
}

export const withLine = (draft: ConversationDraft, propertyId: string, edit: LineEdit): ConversationDraft => ({
  ...draft,
  lines: { ...draft.lines, [propertyId]: { ...draft.lines[propertyId], ...edit } },
})

/** Sets the common outcome. Removes a chase date chosen for another outcome. */
export function withOutcome(draft: ConversationDraft, outcome: ConversationOutcome): ConversationDraft {
  if (outcome === draft.outcome) return draft
  const { nextAt: _nextAt, ...rest } = draft
  return { ...rest, outcome }
}

/** Ticks or unticks an action item. A sale is excluded with its last item, and included with its first. */
export function withItem(draft: ConversationDraft, line: DraftLine, key: string, ticked: boolean): ConversationDraft {
  const others = (line.included ? line.keys : []).filter((one) => one !== key)
  const keys = ticked ? [...others, key] : others
  return withLine(draft, line.sale.propertyId, { keys, included: keys.length > 0 })
}

/** Includes a sale with the items ticked initially, otherwise with those due now; or excludes it. */
export const withSale = (draft: ConversationDraft, { sale }: DraftLine, included: boolean): ConversationDraft =>
  withLine(draft, sale.propertyId, {
    included,
    keys: !included ? [] : sale.itemKeys.length > 0 ? sale.itemKeys : sale.dueKeys,
  })

export const isAbout = ({ included, keys }: DraftLine, key: string): boolean => included && keys.includes(key)

/** Returns the chosen channel, or that of the outcomes. */
export function channelOf({ channel, outcome }: ConversationDraft, lines: readonly DraftLine[]): ConversationChannel {
  if (channel !== undefined) return channel
  const outcomes = lines.flatMap((line) => (line.included ? [line.outcome] : []))
  return (outcomes.length > 0 ? outcomes : [outcome]).every((one) => one === 'emailed') ? 'email' : 'call'
}

/** Returns why the conversation cannot be logged yet, or `null`. */
export function whyNotLog(lines: readonly DraftLine[]): string | null {
  const chosen = lines.filter(({ included }) => included)
  if (chosen.length === 0) return 'Choose at least one sale'
  if (chosen.length > maxConversationSales) return `Choose at most ${maxConversationSales} sales`
  if (chosen.some(({ outcome }) => outcome === null)) return 'Choose an outcome'
  const undated = chosen.filter(({ outcome, promisedOn }) => outcome === 'promised' && promisedOn === null)
  if (undated.length > 1) return `Set the promised day of ${undated.length} sales`
  if (undated[0]) return `Set the promised day of ${undated[0].sale.line1}`
  const [wrong, ...others] = chosen.filter(({ isDayRight }) => !isDayRight)
  if (wrong) return `Check the day of ${others.length > 0 ? `${others.length + 1} sales` : wrong.sale.line1}`
  return (
    chosen
      .flatMap(({ vendorText }) => whyNotShow(vendorText) ?? [])
      .at(0)
      ?.replace(/\.$/, '') ?? null
  )
}

/** A conversation with the vendor is not shown to the vendor. */
export const canShowVendor = (role: SaleRole): boolean => role !== 'self' && updatedSideOf(role) !== 'vendor'

/** Returns `sales` for the request. */
export const toSales = (lines: readonly DraftLine[]) =>
  lines.flatMap(({ sale, included, keys, outcome, promisedOn, nextAt, note, vendorText }) =>
    included && outcome !== null
      ? {
          propertyId: sale.propertyId,
          outcome,
          itemKeys: [...keys],
          note,
          promisedOn,
          // A promise has its day as the next chase.
          ...(outcome === 'promised' ? {} : { nextAt }),
          vendorText,
        }
      : [],
  )
