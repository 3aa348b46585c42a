import { expect } from 'vitest'
import type { SaveTimelineResult } from '../save-timeline.ts'
import type { StepName } from '../steps.ts'
import type { RequestedItem, StepState, Timeline } from '../timeline.model.ts'
import { type Facts, save, startedByRule, step } from './timelines.ts'

type Requested = RequestedItem | RequestedItem[]

const then = (outcome: SaveTimelineResult) => ({
  outcome,
  /** Exactly these steps were started by rule. */
  thenStarted(...names: StepName[]) {
    expect(outcome.refused).toBeNull()
    expect(startedByRule(outcome)).toEqual(names)
    for (const name of names) expect(step(outcome.timeline, name)).toMatchObject({ state: 'IP', wasAutoSetToInProgress: true })
    return then(outcome)
  },
  /** Exactly these steps were put back to not started by rule. */
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

/** `given(sold()).when(complete('SearchesBack')).thenStarted('EnquiriesRaised')`: a save into a timeline and what came of it. */
export const given = (timeline: Timeline, facts: Facts = {}) => ({
  when: (...requested: Requested[]) => then(save(timeline, requested.flat(), facts)),
})
