import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byTier } from '../../../test/support/test-tier.ts'
import { addDays } from '../../common/dates.ts'
import { applyChanges } from './changes.ts'
import { describeReason } from './describe-reason.ts'
import { isDoneOrNotApplicable, predecessorsComplete } from './predecessors-of.ts'
import { saleContradictions } from './rules/sale-contradictions.ts'
import { acceptOffer, emailMemo, fallOff, restoreSale } from './rules/sale-events.ts'
import { openSurveys } from './rules/surveys.ts'
import { findStep, fixedSteps, stepKeys } from './step-definitions.ts'
import { stepOf } from './step-of.ts'
import { isSurveyType } from './survey-types.ts'
import { anyItems, anySituation, anySteps, type Situation, saveInto } from './testing/arbitraries.ts'
import { later, moment, takenOn } from './testing/timelines.ts'
import { type RequestedItem, type Step, stepStates, type Timeline, type TimelineResult } from './timeline.model.ts'

const check = <Ts>(property: fc.IProperty<Ts>) => fc.assert(property, { numRuns: byTier({ fast: 100, full: 500 }) })

const completing = (keys: readonly number[]): RequestedItem[] => keys.map((key) => ({ key, state: 'C' }))
const oneByOne = (situation: Situation, items: readonly RequestedItem[]): Timeline =>
  items.reduce((timeline, item) => saveInto({ ...situation, timeline }, [item]).timeline, situation.timeline)
/**
 * Steps that can be completed in this situation: financial steps are refused in a cash buy, a step that is not applicable
 * joins its track only when completed, Completed needs Exchanged, and not having a survey is refused while one is open.
 */
const allowed = ({ timeline, cashBuyer }: Situation, keys: readonly number[]) =>
  keys.filter((key) => {
    const step = stepOf(timeline, key)
    const is = (name: 'Exchanged' | 'Completed') => stepOf(timeline, stepKeys[name]).state === 'C'
    if (key === stepKeys.Completed && !is('Exchanged')) return false
    if (key === stepKeys.Exchanged && is('Completed')) return false
    if (key === stepKeys.NotHavingSurvey && openSurveys(timeline).length > 0) return false
    return step.state !== 'NA' && !(cashBuyer && step.type === 'F')
  })
const withEarlier = (keys: readonly number[]) => {
  const last = fixedSteps.filter((step) => keys.includes(step.key))
  return fixedSteps
    .filter((step) => last.some((one) => one.type === step.type && (one.order ?? 0) >= (step.order ?? 0)))
    .map((step) => step.key)
}
const unjustified = (timeline: Timeline) =>
  timeline.filter((step) => step.wasAutoSetToInProgress && !predecessorsComplete(timeline, step)).map((step) => step.keyName)
const newlyComplete = (before: Timeline, after: Timeline) =>
  after.filter((step) => step.state === 'C' && findStep(before, step.key)?.state !== 'C').map((step) => step.key)

/** The faults of a step. One `expect` for all, because thousands of them took most of the time. */
const faultsOf = (step: Timeline[number]): string[] =>
  [
    stepStates.includes(step.state) || 'state',
    (step.completedOn !== null) === (step.state === 'C') || 'completedOn',
    (step.blockedOn !== null) === (step.state === 'B') || 'blockedOn',
    (step.startedOn !== null) === ['IP', 'B', 'C'].includes(step.state) || 'startedOn',
    (step.survey !== null) === isSurveyType(step.key) || 'survey',
    (step.dueOn === null) === (step.dueReason === '') || 'dueReason',
    step.dueOn === null || ['IP', 'B'].includes(step.state) || 'dueOn',
    !step.wasAutoSetToInProgress || step.state === 'IP' || 'wasAutoSetToInProgress',
    !(step.startedOn && step.completedOn) || step.startedOn <= step.completedOn || 'completed before it started',
    (step.startedOn ?? '') <= moment.today || 'starts after today',
  ].filter((fault) => fault !== true)

const expectSound = (timeline: Timeline) => {
  const faulty = timeline.filter((step) => faultsOf(step).length > 0)
  expect(faulty.map((step) => [step.keyName, faultsOf(step)])).toEqual([])
}

const expectReported = (before: Timeline, { timeline, changes }: TimelineResult) => {
  expect(applyChanges(before, changes)).toEqual(timeline)
  const reported = new Map(changes.map((change) => [change.key, change]))
  const isChanged = ({ key }: Timeline[number]) => reported.has(key)
  expect(timeline.filter((step) => !isChanged(step))).toEqual(before.filter((step) => !isChanged(step)))
  const changed = timeline.filter(isChanged)
  expect(changed.map(({ key }) => [key, reported.get(key)?.from, reported.get(key)?.to])).toEqual(
    changed.map(({ key, state }) => [key, findStep(before, key)?.state ?? null, state]),
  )
  expect(reported.size).toBe(changes.length)
  const reasons = changes.map(({ because }) => describeReason(because, timeline))
  expect(reasons.filter((reason) => /undefined|because {2}|^$/.test(reason))).toEqual([])
}

describe('saveTimeline, any save into any timeline', () => {
  test('every step is in one of five states, with dates that fit', () => {
    check(fc.property(anySituation, anyItems, (situation, items) => expectSound(saveInto(situation, items).timeline)))
  })

  test('no rule completes a step', () => {
    check(
      fc.property(anySituation, anyItems, (situation, items) => {
        const requested = items.filter((item) => item.state === 'C').map((item) => item.key)
        expect(requested).toEqual(expect.arrayContaining(newlyComplete(situation.timeline, saveInto(situation, items).timeline)))
      }),
    )
  })

  test('no rule changes what a person set: only auto-set steps are reset', () => {
    check(
      fc.property(anySituation, anyItems, (situation, items) => {
        for (const one of saveInto(situation, items).changes) {
          if (one.because.kind !== 'auto-start-withdrawn') continue
          expect(findStep(situation.timeline, one.key)?.wasAutoSetToInProgress).toBe(true)
        }
      }),
    )
  })

  test('every change has a reason, and applying the changes to the old timeline gives the new one', () => {
    check(
      fc.property(anySituation, anyItems, (situation, items) => expectReported(situation.timeline, saveInto(situation, items))),
    )
  })

  test('the order of items does not matter', () => {
    const shuffled = anyItems.chain((items) =>
      fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })),
    )
    check(
      fc.property(anySituation, shuffled, (situation, [items, others]) => {
        expect(saveInto(situation, others)).toEqual(saveInto(situation, items))
      }),
    )
  })

  test('the input is not mutated', () => {
    check(
      fc.property(anySituation, anyItems, (situation, items) => {
        const before = structuredClone(situation.timeline)
        saveInto(situation, items)
        expect(situation.timeline).toEqual(before)
      }),
    )
  })

  test('an empty save changes nothing', () => {
    check(
      fc.property(anySituation, (situation) => {
        expect(saveInto(situation, [])).toMatchObject({ timeline: situation.timeline, changes: [], reopened: [], refused: null })
      }),
    )
  })

  test('sending every step back changes nothing, and saving twice changes nothing the second time', () => {
    check(
      fc.property(anySituation, anyItems, (situation, items) => {
        const { timeline } = saveInto(situation, items)
        const echo = timeline.map(({ key, state, startedOn, completedOn, survey }) => ({
          key,
          state,
          startedOn,
          completedOn,
          survey,
        }))
        expect(saveInto({ ...situation, timeline }, echo)).toMatchObject({ changes: [], refused: null })
      }),
    )
  })

  test('no save makes a sale contradictory', () => {
    const facts = { completionDate: moment.today, acceptedOn: addDays(moment.today, -60) }
    check(
      fc.property(anySituation, anyItems, (situation, items) => {
        const before = saleContradictions(situation.timeline, facts, moment.today)
        const { timeline } = saveInto(situation, items)
        expect(before).toEqual(expect.arrayContaining(saleContradictions(timeline, facts, moment.today)))
      }),
    )
  })

  test('not having a survey is never complete beside an open survey', () => {
    check(
      fc.property(anySituation, anyItems, (situation, items) => {
        const { timeline } = saveInto(situation, items)
        if (stepOf(timeline, stepKeys.NotHavingSurvey).state === 'C') expect(openSurveys(timeline)).toEqual([])
      }),
    )
  })

  test('a refused save changes nothing', () => {
    const tomorrow = addDays(moment.today, 1)
    check(
      fc.property(anySituation, anyItems, (situation, items) => {
        const others = items.filter((item) => item.key !== stepKeys.Viewings)
        const saved = saveInto(situation, [...others, { key: stepKeys.Viewings, state: 'C', completedOn: tomorrow }])
        expect(saved.refused).not.toBeNull()
        expect(saved).toMatchObject({ timeline: situation.timeline, changes: [] })
      }),
    )
  })
})

describe('saveTimeline, completing steps', () => {
  const shuffledSteps = anySteps.chain((keys) =>
    fc.tuple(fc.constant(keys), fc.shuffledSubarray(keys, { minLength: keys.length })),
  )

  test('the order of completions does not matter, in one save or many', () => {
    check(
      fc.property(anySituation, shuffledSteps, (situation, [keys, others]) => {
        const items = completing(allowed(situation, keys))
        const together = saveInto(situation, items).timeline
        expect(oneByOne(situation, items)).toEqual(together)
        expect(oneByOne(situation, completing(allowed(situation, others)))).toEqual(together)
      }),
    )
  })

  test('steps started by rules were not started before, and start no later than today', () => {
    check(
      fc.property(anySituation, anySteps, (situation, keys) => {
        const { changes } = saveInto(situation, completing(allowed(situation, keys)))
        for (const one of changes.filter((change) => change.after?.wasAutoSetToInProgress)) {
          expect(one.from).toBe('NS')
          expect(one.on <= moment.today).toBe(true)
        }
      }),
    )
  })
})

describe('saveTimeline, reopening steps', () => {
  const reopening = fc.tuple(anySituation, fc.constantFrom('NS', 'IP', 'B', 'NA'), fc.nat())
  const openOne = ([situation, state, pick]: [Situation, string, number]) => {
    const done = allowed(
      situation,
      situation.timeline.filter((step) => step.state === 'C').map((step) => step.key),
    )
    const key = done[pick % done.length]
    return key === undefined ? null : { key, saved: saveInto(situation, [{ key, state: state as 'IP' }]) }
  }

  test('after a reopening every auto-set step is justified by its predecessors', () => {
    check(
      fc.property(reopening, (given) => {
        const opened = openOne(given)
        if (opened && opened.saved.refused === null) expect(unjustified(opened.saved.timeline)).toEqual([])
      }),
    )
  })

  test('also in a save that reopens, completes and adds', () => {
    check(
      fc.property(anySituation, anyItems, (situation, items) => {
        const saved = saveInto(situation, items)
        if (saved.reopened.length > 0) expect(unjustified(saved.timeline)).toEqual([])
      }),
    )
  })

  test('completing and reopening a step leaves no unjustified auto-set step', () => {
    check(
      fc.property(anySituation, anySteps, (situation, keys) => {
        for (const key of allowed(situation, keys)) {
          if (findStep(situation.timeline, key)?.state === 'C') continue
          const { timeline } = saveInto(situation, completing([key]))
          const opened = saveInto({ ...situation, timeline }, [{ key, state: 'IP' }])
          // Sale agreed follows the offers.
          if (opened.refused === null) expect(unjustified(opened.timeline)).toEqual([])
        }
      }),
    )
  })

  test('reopened lists exactly the reopened steps', () => {
    check(
      fc.property(anySituation, anyItems, (situation, items) => {
        const { timeline, reopened } = saveInto(situation, items)
        const were = timeline.filter((step) => step.state !== 'C' && findStep(situation.timeline, step.key)?.state === 'C')
        expect(reopened).toEqual(were.map((step) => step.key))
      }),
    )
  })

  test('reopening and completing a step again restores everything', () => {
    check(
      fc.property(anySteps, fc.nat(), fc.boolean(), (keys, pick, cashBuyer) => {
        const start: Situation = { timeline: acceptOffer(takenOn(), '2025-10-20', cashBuyer, moment).timeline, cashBuyer }
        const situation = { ...start, timeline: saveInto(start, completing(allowed(start, withEarlier(keys)))).timeline }
        const done = situation.timeline.filter((step) => step.state === 'C')
        const step = done[pick % done.length]
        if (!step) return
        const { timeline } = saveInto(situation, [{ key: step.key, state: 'IP' }])
        const again = saveInto({ ...situation, timeline }, [{ key: step.key, state: 'C', completedOn: step.completedOn }])
        expect(again.timeline.map(({ keyName, state }) => [keyName, state])).toEqual(
          situation.timeline.map(({ keyName, state }) => [keyName, state]),
        )
      }),
    )
  })
})

describe('acceptOffer, emailMemo, fallOff, restoreSale, applyCashBuyer', () => {
  const anyDay = fc.integer({ min: -60, max: 0 }).map((days) => addDays(moment.today, days))

  test('accepting an offer completes the selling steps up to sale agreed and nothing else', () => {
    check(
      fc.property(anySituation, anyDay, fc.boolean(), ({ timeline, cashBuyer }, on, paysCash) => {
        const accepted = acceptOffer(timeline, on, cashBuyer || paysCash, moment)
        expectReported(timeline, accepted)
        expectSound(accepted.timeline)
        expect(findStep(accepted.timeline, stepKeys.SaleAgreed)).toMatchObject({ state: 'C', completedOn: on })
        const selling = [stepKeys.TakeOn, stepKeys.PropertyLaunched, stepKeys.Viewings, stepKeys.SaleAgreed]
        expect(selling).toEqual(expect.arrayContaining(newlyComplete(timeline, accepted.timeline)))
        expect(selling.every((key) => isDoneOrNotApplicable(stepOf(accepted.timeline, key)))).toBe(true)
      }),
    )
  })

  test('e-mailing the memorandum completes that step only, and a second e-mail changes nothing', () => {
    check(
      fc.property(anySituation, ({ timeline }) => {
        const sent = emailMemo(timeline, moment)
        expectReported(timeline, sent)
        expect([stepKeys.MemoOfSaleSent]).toEqual(expect.arrayContaining(newlyComplete(timeline, sent.timeline)))
        expect(emailMemo(sent.timeline, later).changes).toEqual([])
      }),
    )
  })

  test('a fall-off restores every step from just before the acceptance, whatever was saved since; what it opens starts that day', () => {
    check(
      fc.property(anySituation, anyDay, fc.boolean(), fc.array(anyItems, { maxLength: 4 }), (situation, on, cashBuyer, saves) => {
        const accepted = acceptOffer(situation.timeline, on, cashBuyer, moment)
        const sale = saves.reduce((timeline, items) => saveInto({ timeline, cashBuyer }, items).timeline, accepted.timeline)
        const fallen = fallOff(sale, accepted.beforeAcceptance, later)
        const isOpenIn = (timeline: Timeline, key: number) => ['IP', 'B'].includes(findStep(timeline, key)?.state ?? '')
        const opened = ({ key }: Step) => isOpenIn(fallen.timeline, key) && !isOpenIn(sale, key)
        const seen = (timeline: Timeline) =>
          timeline
            .filter(({ key }) => key !== stepKeys.Exchanged && key !== stepKeys.Completed)
            .map((step) => ({
              ...step,
              updatedOn: null,
              ...(opened(step) ? { startedOn: null, blockedOn: null, dueOn: null, dueReason: '' } : {}),
            }))
        expect(seen(fallen.timeline)).toEqual(seen(situation.timeline))
        for (const step of fallen.timeline.filter(opened)) {
          expect(step.startedOn).toBe(later.today)
          expect(step.dueOn === null || step.dueOn >= later.today).toBe(true)
        }
        expect(fallen.timeline.filter((step) => step.state === 'C').map((step) => step.key)).not.toEqual(
          expect.arrayContaining([stepKeys.Exchanged]),
        )
        expectReported(sale, fallen)
      }),
    )
  })

  test('a restore brings the archived timeline back exactly', () => {
    check(
      fc.property(anySituation, anyItems, fc.boolean(), (situation, items, cashBuyer) => {
        const accepted = acceptOffer(situation.timeline, moment.today, cashBuyer, moment)
        const archived = saveInto({ timeline: accepted.timeline, cashBuyer }, items).timeline
        const since = saveInto(
          { timeline: fallOff(archived, accepted.beforeAcceptance, later).timeline, cashBuyer: false },
          items,
        ).timeline
        const restored = restoreSale(since, archived, later)
        expect(restored.timeline).toEqual(archived)
        expect(applyChanges(since, restored.changes)).toEqual(archived)
      }),
    )
  })

  test('a cash buy makes every financial step not applicable, and its end restores them', () => {
    check(
      fc.property(anySituation, ({ timeline }) => {
        const before = saveInto({ timeline, cashBuyer: false }, []).timeline
        const cash = saveInto({ timeline: before, cashBuyer: true }, [])
        expectSound(cash.timeline)
        expectReported(before, cash)
        expect(cash.timeline.filter((step) => step.type === 'F').every((step) => step.state === 'NA')).toBe(true)
        const ended = saveInto({ timeline: cash.timeline, cashBuyer: false }, [])
        expectSound(ended.timeline)
        const kept = (one: Timeline) =>
          one.filter((step) => step.type === 'F' && step.state === 'C').map((step) => [step.key, step.completedOn])
        expect(kept(ended.timeline)).toEqual(kept(before))
      }),
    )
  })
})
