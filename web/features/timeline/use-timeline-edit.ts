import { type DateOnly, type Instant, londonDay } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { type SavedTimeline, saveTimeline } from '@gya/domain/features/timeline/save-timeline.ts'
import { findStep, type StepKey } from '@gya/domain/features/timeline/steps.ts'
import type { RequestedItem, Step, Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import { stepOfItem } from '@gya/domain/features/timeline/timeline-item.ts'
import { useEffect, useMemo, useState } from 'react'
import { keepDraft, takeDraft } from '../../platform/drafts.ts'
import { onSessionEnd } from '../../platform/session-end.ts'
import { begunOn, overtakenParts, type Saved } from './overtaken.ts'

type Property = Wire<typeof readProperty, 'response'>

/** What was changed and not yet saved. */
export type Edits = {
  items: Partial<Record<StepKey, RequestedItem>>
  /** When each of those steps had last been updated as its editing began: a later instant is somebody else's change. */
  begunOn: Partial<Record<StepKey, Instant | null>>
  completionDate: DateOnly | null | undefined
  invoiceSent: boolean | undefined
  /** What stood there as those two began to be edited. */
  begunWith: Partial<Pick<Saved, 'completionDate' | 'invoiceSent'>>
  /** The version of the property that the editing began with. */
  version: number | undefined
}

const nothing: Edits = {
  items: {},
  begunOn: {},
  completionDate: undefined,
  invoiceSent: undefined,
  begunWith: {},
  version: undefined,
}

export type TimelineEdit = {
  edits: Edits
  /** The steps as saved. */
  saved: Timeline
  /** What saving now would lead to: the browser applies the server's own rules for an instant answer. */
  outcome: SavedTimeline
  completionDate: DateOnly | null
  invoiceSent: boolean
  cashBuyer: boolean
  companyId: string
  /** Who does a saved survey, by name. */
  surveyContactOf: (key: StepKey) => Property['timeline']['data'][number]['surveyContact']
  today: DateOnly
  /** How many notes there are on each step, by its key. */
  notes: Readonly<Record<string, number>>
  dirty: boolean
  changeCount: number
  /** What was edited here and, since, saved by somebody else, in words. */
  overtaken: readonly string[]
  /** What a save stands on. It is an old version while something of it has been overtaken, so that the save is refused. */
  version: number
  /** Changes one step; an item that says what is already so is dropped. */
  request: (step: Step, change: Omit<RequestedItem, 'key'>) => void
  setCompletionDate: (date: DateOnly | null) => void
  setInvoiceSent: (sent: boolean) => void
  discard: () => void
}

const isSameAsSaved = (step: Step | undefined, item: RequestedItem): boolean =>
  step !== undefined && item.state === step.state && !item.survey && !item.appMarkedDelete && !item.completedOn && !item.startedOn

/** The editing of one property's timeline, from its saved state to what is on screen. */
export function useTimelineEdit(property: Property): TimelineEdit {
  const draftName = `timeline.${property._id}`
  const [edits, setEdits] = useState<Edits>(() => ({ ...nothing, ...takeDraft<Edits>(draftName) }))
  const [now] = useState(() => new Date().toISOString())
  const saved = useMemo(() => property.timeline.data.map(stepOfItem), [property])
  const completionDate = edits.completionDate === undefined ? property.completionDate : edits.completionDate
  const invoiceSent = edits.invoiceSent ?? property.mi.invoiceSent
  const cashBuyer = property.buyer.cashBuyer || property.offers.some((offer) => offer.state === 'A' && offer.cashBuy)
  const today = londonDay(now)
  const requested = useMemo(() => Object.values(edits.items).filter((item) => item !== undefined), [edits])
  const outcome = useMemo(
    () => saveTimeline({ timeline: saved, requested, completionDate, cashBuyer, today, now }),
    [saved, requested, completionDate, cashBuyer, today, now],
  )
  const changeCount =
    requested.length + Number(completionDate !== property.completionDate) + Number(invoiceSent !== property.mi.invoiceSent)
  const dirty = changeCount > 0
  useEffect(() => onSessionEnd(() => dirty && keepDraft(draftName, edits)), [draftName, dirty, edits])

  const overtaken = overtakenParts(
    { timeline: saved, completionDate: property.completionDate, invoiceSent: property.mi.invoiceSent },
    edits,
  )
  const version = overtaken.length > 0 ? (edits.version ?? property.version) : property.version

  /** Edits with one more part; what stood there is kept from when it was edited first. */
  const begin = (before: Edits, stood: Edits['begunWith'], edited: Partial<Edits>): Edits => ({
    ...before,
    ...edited,
    begunWith: { ...stood, ...before.begunWith },
    version: before.version ?? property.version,
  })
  const request = (step: Step, change: Omit<RequestedItem, 'key'>) =>
    setEdits((before) => {
      const item = { ...before.items[step.key], key: step.key, ...change }
      const { [step.key]: _dropped, ...others } = before.items
      const stored = findStep(saved, step.key)
      const items = isSameAsSaved(stored, item) ? others : { ...others, [step.key]: item }
      return {
        ...before,
        items,
        begunOn: begunOn(before, step.key, stored),
        version: before.version ?? property.version,
      }
    })
  return {
    edits,
    saved,
    outcome,
    completionDate,
    invoiceSent,
    cashBuyer,
    companyId: property.company._id,
    surveyContactOf: (key) => property.timeline.data.find((item) => item.key === key)?.surveyContact ?? null,
    today,
    notes: property.notes.byStep,
    dirty,
    changeCount,
    overtaken,
    version,
    request,
    setCompletionDate: (date) =>
      setEdits((before) => begin(before, { completionDate: property.completionDate }, { completionDate: date })),
    setInvoiceSent: (sent) =>
      setEdits((before) => begin(before, { invoiceSent: property.mi.invoiceSent }, { invoiceSent: sent })),
    discard: () => setEdits(nothing),
  }
}
