import { expect } from 'vitest'
import { applyChanges } from '../changes.ts'
import { productTemplate } from '../product-template.ts'
import { newTimeline } from '../rules/new-timeline.ts'
import { acceptOffer } from '../rules/sale-events.ts'
import { type SaveTimelineResult, saveTimeline } from '../save-timeline.ts'
import { type StepName, stepKeys } from '../step-definitions.ts'
import { stepOf } from '../step-of.ts'
import type { CurrentTime, RequestedItem, Step, StepState, Template, Timeline } from '../timeline.model.ts'

/** Timelines for tests: taken on, launched, sold, then the saves. */

export const moment: CurrentTime = { today: '2025-11-05', now: '2025-11-05T10:00:00.000Z' }
export const later: CurrentTime = { today: '2025-11-12', now: '2025-11-12T09:30:00.000Z' }

export const takenOn = (template: Template = productTemplate, launchedOn: string | null = null): Timeline =>
  newTimeline(template, launchedOn, moment).timeline

/** Launched on 1 October, offer accepted on 20 October: every selling step but the memorandum is complete. */
export const underOffer = (template: Template = productTemplate): Timeline =>
  acceptOffer(takenOn(template, '2025-10-01'), '2025-10-20', false, moment).timeline

/** Under offer with the memorandum sent on 21 October. */
export const sold = (template: Template = productTemplate): Timeline =>
  save(underOffer(template), [set('MemoOfSaleSent', 'C', { completedOn: '2025-10-21' })], { acceptedOn: '2025-10-20' }).timeline

export const templateWithout = (...names: StepName[]): Template =>
  productTemplate.map((row) => (names.some((name) => stepKeys[name] === row.key) ? { ...row, state: 'NA' } : row))

export const set = (name: StepName, state: StepState, more: Partial<RequestedItem> = {}): RequestedItem => ({
  key: stepKeys[name],
  state,
  ...more,
})
export const complete = (...names: StepName[]): RequestedItem[] => names.map((name) => set(name, 'C'))

export const survey = (date: string, more: Partial<NonNullable<Step['survey']>> = {}) => ({
  date,
  contactPOC: null,
  reference: '',
  awaitingReports: false,
  ...more,
})

export type Facts = {
  completionDate?: string | null
  completionDateBefore?: string | null
  acceptedOn?: string | null
  cashBuyer?: boolean
  at?: CurrentTime
}

/** A memorandum needs an accepted offer: that of Sale agreed. */
const offerFor = (timeline: Timeline, requested: readonly RequestedItem[]): string | null =>
  requested.some(({ key, state }) => key === stepKeys.MemoOfSaleSent && state === 'C')
    ? (timeline.find(({ key }) => key === stepKeys.SaleAgreed)?.completedOn ?? null)
    : null

export const save = (timeline: Timeline, requested: readonly RequestedItem[], facts: Facts = {}): SaveTimelineResult =>
  saveTimeline({
    timeline,
    requested,
    completionDate: facts.completionDate ?? null,
    ...(facts.completionDateBefore === undefined ? {} : { completionDateBefore: facts.completionDateBefore }),
    acceptedOn: facts.acceptedOn === undefined ? offerFor(timeline, requested) : facts.acceptedOn,
    cashBuyer: facts.cashBuyer ?? false,
    ...(facts.at ?? moment),
  })

export const saving = (timeline: Timeline, ...requested: RequestedItem[]): SaveTimelineResult => save(timeline, requested)

export const step = (timeline: Timeline, name: StepName): Step => stepOf(timeline, stepKeys[name])
export const states = (timeline: Timeline, ...names: StepName[]): StepState[] => names.map((name) => step(timeline, name).state)

/** Names of the steps that rules started. */
export const startedByRule = ({ changes }: Pick<SaveTimelineResult, 'changes'>): StepName[] =>
  changes.flatMap(({ to, because, after }) => (to === 'IP' && because.kind !== 'requested' && after ? [after.keyName] : []))

export const withStates = (timeline: Timeline, wanted: Partial<Record<StepName, StepState>>): Timeline => {
  const items = Object.entries(wanted).map(([name, state]) => set(name as StepName, state))
  const { changes } = save(timeline, items, { completionDate: moment.today, acceptedOn: '2025-10-20' })
  return applyChanges(
    timeline,
    changes.filter((one) => one.because.kind === 'requested'),
  )
}

export const withStep = (timeline: Timeline, name: StepName, fields: Partial<Step>): Timeline =>
  timeline.map((one) => (one.keyName === name ? { ...one, ...fields } : one))

type Requested = RequestedItem | RequestedItem[]

const then = (outcome: SaveTimelineResult) => ({
  outcome,
  /** Exactly these steps were started by a rule. */
  thenStarted(...names: StepName[]) {
    expect(outcome.refused).toBeNull()
    expect(startedByRule(outcome)).toEqual(names)
    for (const name of names) expect(step(outcome.timeline, name)).toMatchObject({ state: 'IP', wasAutoSetToInProgress: true })
    return then(outcome)
  },
  /** Exactly these steps were reset by a rule. */
  thenPutBack(...names: StepName[]) {
    const withdrawn = outcome.changes.filter((one) => one.because.kind === 'auto-start-withdrawn')
    expect(withdrawn.map((one) => one.after?.keyName)).toEqual(names)
    for (const name of names) expect(step(outcome.timeline, name)).toMatchObject({ state: 'NS', wasAutoSetToInProgress: false })
    return then(outcome)
  },
  thenStates(wanted: Partial<Record<StepName, StepState>>) {
    const actual = Object.keys(wanted).map((name) => [name, step(outcome.timeline, name as StepName).state])
    expect(Object.fromEntries(actual)).toEqual(wanted)
    return then(outcome)
  },
  thenRefused(code: string) {
    expect(outcome).toMatchObject({ refused: code, changes: [] })
  },
})

/** `given(sold()).when(complete('SearchesBack')).thenStarted('EnquiriesRaised')`: saves items and checks the result. */
export const given = (timeline: Timeline, facts: Facts = {}) => ({
  when: (...requested: Requested[]) => then(save(timeline, requested.flat(), facts)),
})
