import { type DateOnly, type Instant, londonDay, showDate } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { type SaleNow, saleFactsOf, saleNow } from '@gya/domain/features/sale-now/sale-now.ts'
import {
  describeRefusal,
  type SaveTimelineResult,
  saveTimeline,
  withRequestedChanges,
} from '@gya/domain/features/timeline/save-timeline.ts'
import { findStep, type StepKey } from '@gya/domain/features/timeline/step-definitions.ts'
import type { RequestedItem, Step, StepState, Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import { fromTimelineItem } from '@gya/domain/features/timeline/timeline.schemas.ts'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { saveDraft, takeDraft } from '../../lib/forms/drafts.ts'
import { onSessionEnd } from '../../lib/session/session-end.ts'
import { type TypedDays, useTypedDays } from '../../ui/fields/use-typed-days.ts'
import { conflictingParts, type SavedParts, withBaseUpdatedOn } from './concurrent-edits.ts'

type Property = Wire<typeof readProperty, 'response'>

export type Edits = {
  items: Partial<Record<StepKey, RequestedItem>>
  /** `updatedOn` of each edited step when its editing began; a later value is a concurrent change. */
  baseUpdatedOn: Partial<Record<StepKey, Instant | null>>
  completionDate: DateOnly | null | undefined
  invoiceSent: boolean | undefined
  /** Saved values of the two when their editing began. */
  baseValues: Partial<Pick<SavedParts, 'completionDate' | 'invoiceSent'>>
  /** The version when editing began. */
  version: number | undefined
}

const noEdits: Edits = {
  items: {},
  baseUpdatedOn: {},
  completionDate: undefined,
  invoiceSent: undefined,
  baseValues: {},
  version: undefined,
}

export type TimelineEdit = TypedDays & {
  edits: Edits
  saved: Timeline
  /** The result of saving now, by the same rules as on the server. If the save would be refused: the requested values. */
  outcome: SaveTimelineResult
  refusal: string | null
  /** What is open, late and left open with the edits. */
  sale: SaleNow
  completionDate: DateOnly | null
  savedCompletionDate: DateOnly | null
  /** The acceptance date after this save; null without an accepted offer. */
  acceptedOn: DateOnly | null
  invoiceSent: boolean
  cashBuyer: boolean
  companyId: string
  /** The saved contact of a survey. */
  surveyContactOf: (key: StepKey) => Property['timeline']['data'][number]['surveyContact']
  today: DateOnly
  /** Undefined if the user may not add notes. */
  onNewNote: ((key: StepKey) => void) | undefined
  /** Call and Log buttons for the party that an overdue step is waiting for. */
  chase: ((step: Step) => ReactNode) | undefined
  /** Number of notes by step key. */
  notes: Readonly<Record<string, number>>
  dirty: boolean
  /** Texts of changes other than steps. */
  otherChanges: readonly string[]
  /** Labels of edited parts that another user has changed since. */
  conflicts: readonly string[]
  /** The version a save sends. With conflicts it is the old one, so that the save is refused. */
  version: number
  /** Edits a step. An edit that equals the saved step is dropped. */
  request: (step: Step, change: Omit<RequestedItem, 'key'>) => void
  /** Sets a state with today as its date. */
  setState: (step: Step, state: StepState) => void
  completeAll: (steps: readonly Step[]) => void
  setCompletionDate: (date: DateOnly | null) => void
  setInvoiceSent: (sent: boolean) => void
  discard: () => void
  /** Drops edits that are stored. */
  rebase: () => void
}

const isSameAsSaved = (step: Step | undefined, item: RequestedItem): boolean =>
  step !== undefined &&
  item.state === step.state &&
  !item.survey &&
  !item.appMarkedDelete &&
  (item.dueOn === undefined || (item.dueOn === step.dueOn && (item.dueReason ?? step.dueReason) === step.dueReason)) &&
  (['completedOn', 'startedOn', 'blockedOn'] as const).every((field) => !item[field] || item[field] === step[field])

export function useTimelineEdit(
  property: Property,
  { onNewNote, chase }: Pick<TimelineEdit, 'onNewNote' | 'chase'>,
): TimelineEdit {
  const draftName = `timeline.${property._id}`
  const [edits, setEdits] = useState<Edits>(() => ({ ...noEdits, ...takeDraft<Edits>(draftName) }))
  const [now] = useState(() => new Date().toISOString())
  const saved = useMemo(() => property.timeline.data.map(fromTimelineItem), [property])
  const completionDate = edits.completionDate === undefined ? property.completionDate : edits.completionDate
  const invoiceSent = edits.invoiceSent ?? property.mi.invoiceSent
  const accepted = property.offers.find((offer) => offer.state === 'A')
  const acceptedOn = accepted?.acceptedOn ?? null
  const cashBuyer = property.buyer.cashBuyer || accepted?.cashBuy === true
  const today = londonDay(now)
  const requested = useMemo(() => Object.values(edits.items).filter((item) => item !== undefined), [edits])
  const saveRequest = useMemo(
    () => ({
      timeline: saved,
      requested,
      completionDate,
      completionDateBefore: property.completionDate,
      acceptedOn,
      cashBuyer,
      today,
      now,
    }),
    [saved, requested, completionDate, property.completionDate, acceptedOn, cashBuyer, today, now],
  )
  const outcome = useMemo(() => {
    const decided = saveTimeline(saveRequest)
    return decided.refused ? { ...decided, ...withRequestedChanges(saveRequest) } : decided
  }, [saveRequest])
  const otherChanges = [
    ...(completionDate === property.completionDate
      ? []
      : [completionDate === null ? 'Completion date removed' : `Completion date ${showDate(completionDate)}`]),
    ...(invoiceSent === property.mi.invoiceSent ? [] : [invoiceSent ? 'Invoice sent' : 'Invoice not sent']),
  ]
  const dirty = requested.length + otherChanges.length > 0
  useEffect(() => onSessionEnd(() => dirty && saveDraft(draftName, edits)), [draftName, dirty, edits])

  const stored = { completionDate: property.completionDate, invoiceSent: property.mi.invoiceSent }
  const conflicts = conflictingParts({ timeline: saved, ...stored }, edits)
  const version = conflicts.length > 0 ? (edits.version ?? property.version) : property.version

  /** Adds an edit. The base values stay those of the first edit of a part. */
  const withEdit = (before: Edits, base: Edits['baseValues'], edited: Partial<Edits>): Edits => ({
    ...before,
    ...edited,
    baseValues: { ...base, ...before.baseValues },
    version: before.version ?? property.version,
  })
  const withItem = (before: Edits, item: RequestedItem): Edits => {
    const { [item.key]: _dropped, ...others } = before.items
    const step = findStep(saved, item.key)
    return {
      ...before,
      items: isSameAsSaved(step, item) ? others : { ...others, [item.key]: item },
      baseUpdatedOn: withBaseUpdatedOn(before, item.key, step),
      version: before.version ?? property.version,
    }
  }
  const request = (step: Step, change: Omit<RequestedItem, 'key'>) =>
    setEdits((before) => withItem(before, { ...before.items[step.key], key: step.key, ...change }))
  const inState = (before: Edits, { key }: Step, state: StepState): Edits => {
    const survey = before.items[key]?.survey
    return withItem(before, { key, state, ...(survey ? { survey } : {}) })
  }
  const typedDays = useTypedDays()
  return {
    ...typedDays,
    edits,
    saved,
    outcome,
    refusal: outcome.refused && describeRefusal(outcome.refused, saveRequest),
    sale: saleNow(saleFactsOf({ ...property, completionDate }, outcome.timeline), today),
    completionDate,
    savedCompletionDate: property.completionDate,
    acceptedOn: outcome.acceptedOn,
    invoiceSent,
    cashBuyer,
    companyId: property.company._id,
    surveyContactOf: (key) => property.timeline.data.find((item) => item.key === key)?.surveyContact ?? null,
    today,
    onNewNote,
    chase,
    notes: property.notes.byStep,
    dirty,
    otherChanges,
    conflicts,
    version,
    request,
    setState: (step, state) => {
      typedDays.forgetTyped(`${step.key}.`)
      setEdits((before) => inState(before, step, state))
    },
    completeAll: (steps) => {
      for (const { key } of steps) typedDays.forgetTyped(`${key}.`)
      setEdits((before) => steps.reduce((edits, step) => inState(edits, step, 'C'), before))
    },
    setCompletionDate: (date) =>
      setEdits((before) => withEdit(before, { completionDate: property.completionDate }, { completionDate: date })),
    setInvoiceSent: (sent) =>
      setEdits((before) => withEdit(before, { invoiceSent: property.mi.invoiceSent }, { invoiceSent: sent })),
    discard: () => {
      typedDays.forgetTyped('')
      setEdits(noEdits)
    },
    rebase: () =>
      setEdits((before) =>
        requested.reduce(withItem, { ...before, items: {}, baseUpdatedOn: {}, baseValues: stored, version: undefined }),
      ),
  }
}
