import { addDays, type DateOnly, type Instant, isDateOnly, londonDay, londonInstant } from '@gya/domain/common/dates.ts'
import {
  type ConversationChannel,
  type ConversationOutcome,
  maxConversationSales,
  maxDaysAhead,
  maxDaysBack,
} from '@gya/domain/features/conversations/conversations.model.ts'
import { proposeVendorText, startOfChaseDay } from '@gya/domain/features/conversations/conversations.rules.ts'
import { type SaleRole, updatedSideOf } from '@gya/domain/features/property-contacts/parties.ts'

/** What a conversation starts with. */
export type Start = {
  /** The sales that it is about, and their items; by default what is to be taken up now in the caller's own sales. */
  sales?: readonly { propertyId: string; keys?: readonly string[] | undefined }[] | undefined
  outcome?: ConversationOutcome | undefined
  /** The `undoId` of a conversation that this one replaces. */
  replaces?: string | undefined
}

/** A sale that the conversation may be about. */
export type DraftSale = {
  propertyId: string
  line1: string
  role: SaleRole
  /** Keys of the action items that are ticked at first. */
  itemKeys: readonly string[]
  /** Keys of those that are to be taken up now: ticked with the sale where none was at first. */
  dueKeys: readonly string[]
  /** Whether the sale is ticked at first. */
  isIncluded: boolean
}

/** What was changed on the line of a sale; everything else follows what is set on top. */
export type LineEdit = {
  included?: boolean
  /** Keys of the action items that it is about. */
  keys?: readonly string[]
  outcome?: ConversationOutcome
  promisedOn?: DateOnly | null
  nextAt?: Instant | null
  note?: string
  /** Whether the vendor is shown a text; the text if it is not the proposed one. */
  isShown?: boolean
  vendorText?: string
}

/** "What is set on top applies to lines not touched." Day design, section 4. */
export type ConversationDraft = {
  outcome: ConversationOutcome | null
  promisedOn: DateOnly | null
  /** Undefined: as proposed for the outcome. Null: none. A day that cannot be read is kept as typed, here and in `promisedOn`. */
  nextAt?: Instant | null | undefined
  note: string
  /** How it was held; undefined: as the outcome has it. */
  channel?: ConversationChannel | undefined
  /** Whether the other side began it. */
  inbound?: boolean | undefined
  /** When it was held, if that was not now: both, or text that is not a day or a time. */
  heldOn?: DateOnly | null | undefined
  heldAt?: string | null | undefined
  lines: Readonly<Record<string, LineEdit>>
}

export const emptyDraft: ConversationDraft = { outcome: null, promisedOn: null, note: '', lines: {} }

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** When it was held; undefined: now, or not a moment yet. */
export const heldMoment = ({ heldOn, heldAt }: ConversationDraft): Instant | undefined =>
  heldOn && heldAt && isDateOnly(heldOn) && isTime(heldAt) ? londonInstant(heldOn, heldAt) : undefined

/** Why the moment cannot be when it was held. */
export function whyNotHeld(draft: ConversationDraft, now: Instant): string | null {
  const { heldOn = null, heldAt = null } = draft
  if (heldOn === null && heldAt === null) return null
  if (heldOn === null || !isDateOnly(heldOn)) return 'Enter the day it was held'
  if (heldOn < addDays(londonDay(now), -maxDaysBack)) return `Choose a day within the last ${maxDaysBack} days`
  if (heldAt === null || !isTime(heldAt)) return 'Enter the time it was held'
  return Date.parse(heldMoment(draft) ?? now) > Date.parse(now) ? 'When it was held is still to come' : null
}

export const isDirty = (draft: ConversationDraft, first = emptyDraft): boolean => JSON.stringify(draft) !== JSON.stringify(first)

/** `nextChases`: the next chase proposed now for each outcome; a promise's is its day. */
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

/** Moment of a chosen chase day: its morning, or later today. Text that is not a day is kept as it is. */
export function chaseMoment(day: DateOnly, now: Instant): Instant {
  if (!isDateOnly(day)) return day
  return day === londonDay(now) ? new Date(Date.parse(now) + laterTodayMilliseconds).toISOString() : startOfChaseDay(day)
}

/** Day of a chase moment, or the text that is not a day. */
export const chaseDay = (at: Instant): DateOnly => (/^\d{4}-\d\d-\d\dT/.test(at) ? londonDay(at) : at)

/** "Choose a day within the next 90 days", or a day at all. */
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
  /** Whether the promised day or the next chase is a day that can be chosen. */
  isDayRight: boolean
  note: string
  vendorText: string | null
}

export function lineOf(draft: ConversationDraft, sale: DraftSale, proposals: Proposals): DraftLine {
  const edit = draft.lines[sale.propertyId] ?? {}
  const outcome = edit.outcome ?? draft.outcome
  const promisedOn = outcome !== 'promised' ? null : edit.promisedOn === undefined ? draft.promisedOn : edit.promisedOn
  const keys = edit.keys ?? sale.itemKeys
  // A chase date chosen on top belongs to the outcome on top. Without action items a next chase is a call-back: none is proposed.
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

/** Chooses an outcome on top. A chase date chosen for another outcome no longer applies. */
export function withOutcome(draft: ConversationDraft, outcome: ConversationOutcome): ConversationDraft {
  if (outcome === draft.outcome) return draft
  const { nextAt: _nextAt, ...rest } = draft
  return { ...rest, outcome }
}

/** Ticks an action item. A sale is left out with its last item, and comes back with its first. */
export function withItem(draft: ConversationDraft, line: DraftLine, key: string, ticked: boolean): ConversationDraft {
  const others = (line.included ? line.keys : []).filter((one) => one !== key)
  const keys = ticked ? [...others, key] : others
  return withLine(draft, line.sale.propertyId, { keys, included: keys.length > 0 })
}

/** Includes a sale with the items that were ticked at first, else with those to take up now; or leaves it out. */
export const withSale = (draft: ConversationDraft, { sale }: DraftLine, included: boolean): ConversationDraft =>
  withLine(draft, sale.propertyId, {
    included,
    keys: !included ? [] : sale.itemKeys.length > 0 ? sale.itemKeys : sale.dueKeys,
  })

export const isAbout = ({ included, keys }: DraftLine, key: string): boolean => included && keys.includes(key)

/** The channel that was chosen, else that of the outcomes. */
export function channelOf({ channel, outcome }: ConversationDraft, lines: readonly DraftLine[]): ConversationChannel {
  if (channel !== undefined) return channel
  const outcomes = lines.flatMap((line) => (line.included ? [line.outcome] : []))
  return (outcomes.length > 0 ? outcomes : [outcome]).every((one) => one === 'emailed') ? 'email' : 'call'
}

/** Why the conversation cannot be logged yet. */
export function whyNotLog(lines: readonly DraftLine[]): string | null {
  const chosen = lines.filter(({ included }) => included)
  if (chosen.length === 0) return 'Choose at least one sale'
  if (chosen.length > maxConversationSales) return `Choose at most ${maxConversationSales} sales`
  if (chosen.some(({ outcome }) => outcome === null)) return 'Choose how it went'
  const undated = chosen.filter(({ outcome, promisedOn }) => outcome === 'promised' && promisedOn === null)
  if (undated.length > 1) return `Set the promised day of ${undated.length} sales`
  if (undated[0]) return `Set the promised day of ${undated[0].sale.line1}`
  const [wrong, ...others] = chosen.filter(({ isDayRight }) => !isDayRight)
  if (wrong) return `Check the day of ${others.length > 0 ? `${others.length + 1} sales` : wrong.sale.line1}`
  return chosen.some(({ vendorText }) => vendorText?.trim() === '') ? 'Write what the vendor reads' : null
}

/** A vendor is not shown that they were spoken to themselves. */
export const canShowVendor = (role: SaleRole): boolean => role !== 'self' && updatedSideOf(role) !== 'vendor'

/** `sales` of the call. */
export const toSales = (lines: readonly DraftLine[]) =>
  lines.flatMap(({ sale, included, keys, outcome, promisedOn, nextAt, note, vendorText }) =>
    included && outcome !== null
      ? {
          propertyId: sale.propertyId,
          outcome,
          itemKeys: [...keys],
          note,
          promisedOn,
          // A promise comes back on its day.
          ...(outcome === 'promised' ? {} : { nextAt }),
          vendorText,
        }
      : [],
  )
