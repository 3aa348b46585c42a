import { describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../../error-catalogue.ts'
import { stepKeys } from '../step-definitions.ts'
import { moment, save, set, sold, takenOn, templateWithout, underOffer, withStates, withStep } from '../testing/timelines.ts'
import type { Timeline } from '../timeline.model.ts'
import {
  completionDateMismatch,
  contradictsUntil,
  saleContradictions,
  whyNotChangeSale,
  whyNotCompleteStep,
} from './sale-contradictions.ts'

const { today } = moment
const acceptedOn = '2025-10-20'
const done = (on: string) => ({ state: 'C' as const, startedOn: on, completedOn: on })
const exchangedOn = (on: string, timeline: Timeline = sold()) => withStep(timeline, 'Exchanged', done(on))
const completedOn = (on: string, timeline: Timeline = exchangedOn('2025-10-27')) => withStep(timeline, 'Completed', done(on))

/** `sold()` without its offer. */
const withoutOffer: ErrorCode[] = ['STEP_FOLLOWS_OFFER', 'STEP_WITHOUT_OFFER']

describe('whyNotChangeSale: Sale agreed and the memorandum follow the offers', () => {
  test.each([
    ['Sale agreed complete without an offer', takenOn(), 'SaleAgreed', 'C', null, 'STEP_FOLLOWS_OFFER'],
    ['Sale agreed not started with one', underOffer(), 'SaleAgreed', 'NS', acceptedOn, 'STEP_FOLLOWS_OFFER'],
    ['Sale agreed in progress with one', underOffer(), 'SaleAgreed', 'IP', acceptedOn, 'STEP_FOLLOWS_OFFER'],
    ['Sale agreed delayed with one', underOffer(), 'SaleAgreed', 'B', acceptedOn, 'STEP_FOLLOWS_OFFER'],
    ['Sale agreed not applicable with one', underOffer(), 'SaleAgreed', 'NA', acceptedOn, 'STEP_FOLLOWS_OFFER'],
    ['Sale agreed in progress without one', takenOn(), 'SaleAgreed', 'IP', null, null],
    ['memorandum complete without an offer', takenOn(), 'MemoOfSaleSent', 'C', null, 'STEP_WITHOUT_OFFER'],
    ['memorandum complete with one', underOffer(), 'MemoOfSaleSent', 'C', acceptedOn, null],
  ] as const)('%s', (_case, timeline, name, state, offer, code) => {
    expect(save(timeline, [set(name, state)], { acceptedOn: offer }).refused).toBe(code)
  })

  test('a step against the offers from before this rule stays editable, and can be put right', () => {
    expect(save(sold(), [set('SearchesAppliedFor', 'IP')]).refused).toBeNull()
    expect(save(sold(), [set('SaleAgreed', 'NS')]).refused).toBeNull()
  })
})

describe('whyNotChangeSale: Exchanged needs an accepted offer and a completion date', () => {
  test.each<[string, { completionDate: string | null; acceptedOn: string | null }, ErrorCode[]]>([
    ['with both', { completionDate: '2025-12-01', acceptedOn }, []],
    ['without an offer', { completionDate: '2025-12-01', acceptedOn: null }, ['EXCHANGED_WITHOUT_OFFER']],
    ['without a date', { completionDate: null, acceptedOn }, ['COMPLETION_DATE_REQUIRED']],
    ['with neither', { completionDate: null, acceptedOn: null }, ['EXCHANGED_WITHOUT_OFFER', 'COMPLETION_DATE_REQUIRED']],
  ])('%s', (_case, facts, found) => {
    expect(saleContradictions(exchangedOn('2025-11-03'), facts, today)).toEqual(
      facts.acceptedOn ? found : [...withoutOffer, ...found],
    )
    expect(whyNotCompleteStep(stepKeys.Exchanged, { timeline: sold(), ...facts }, today)).toBe(found[0] ?? null)
    expect(save(sold(), [set('Exchanged', 'C')], facts).refused).toBe(found[0] ?? null)
  })
})

describe('whyNotChangeSale: Completed needs Exchanged, and a completion date that is not in the future', () => {
  const exchanged = exchangedOn('2025-10-27')

  test.each<[string, Timeline, { completionDate: string | null; acceptedOn: string | null }, ErrorCode | null]>([
    ['on the day', exchanged, { completionDate: today, acceptedOn }, null],
    ['after the day', exchanged, { completionDate: '2025-11-01', acceptedOn }, null],
    ['before the day', exchanged, { completionDate: '2025-11-06', acceptedOn }, 'COMPLETION_DATE_IN_FUTURE'],
    ['not exchanged', sold(), { completionDate: today, acceptedOn }, 'COMPLETED_WITHOUT_EXCHANGE'],
    ['without anything', sold(), { completionDate: null, acceptedOn: null }, 'COMPLETED_WITHOUT_OFFER'],
  ])('%s', (_case, timeline, facts, why) => {
    expect(whyNotCompleteStep(stepKeys.Completed, { timeline, ...facts }, today)).toBe(why)
    expect(save(timeline, [set('Completed', 'C')], facts).refused).toBe(why)
  })

  test('a completion date removed since the exchange', () => {
    const facts = { completionDate: null, acceptedOn }
    expect(save(exchanged, [set('Completed', 'C')], facts).refused).toBe('COMPLETED_WITHOUT_DATE')
  })

  test('both in one save', () => {
    expect(save(sold(), [set('Exchanged', 'C'), set('Completed', 'C')], { completionDate: today, acceptedOn }).refused).toBeNull()
  })

  test('not needed if the template omits Exchanged; still needed if it was marked not applicable by hand', () => {
    const facts = { completionDate: today, acceptedOn }
    const leftOut = sold(templateWithout('Exchanged'))
    expect(save(leftOut, [set('Completed', 'C')], facts).refused).toBeNull()
    const byHand = save(sold(), [set('Exchanged', 'NA')], facts).timeline
    expect(save(byHand, [set('Completed', 'C')], facts).refused).toBe('COMPLETED_WITHOUT_EXCHANGE')
  })

  test('Exchanged cannot be reopened while Completed is complete', () => {
    const facts = { completionDate: today, acceptedOn }
    expect(save(completedOn(today), [set('Exchanged', 'IP')], facts).refused).toBe('COMPLETED_WITHOUT_EXCHANGE')
    expect(save(completedOn(today), [set('Exchanged', 'IP'), set('Completed', 'IP')], facts).refused).toBeNull()
  })

  test('no other step needs a sale', () => {
    expect(
      whyNotCompleteStep(stepKeys.SearchesBack, { timeline: sold(), completionDate: null, acceptedOn: null }, today),
    ).toBeNull()
  })
})

describe('whyNotChangeSale: acceptance, exchange and completion come in this order', () => {
  test.each<[string, Timeline, string, ErrorCode]>([
    ['exchange after the completion date', exchangedOn('2025-11-04'), '2025-11-03', 'EXCHANGED_AFTER_COMPLETION'],
    ['completed before the exchange', completedOn('2025-10-26'), '2025-10-30', 'COMPLETED_BEFORE_EXCHANGE'],
    ['exchange before the acceptance', exchangedOn('2025-10-19'), '2025-11-03', 'SALE_BEFORE_ACCEPTANCE'],
    ['completion date before the acceptance', sold(), '2019-01-01', 'SALE_BEFORE_ACCEPTANCE'],
  ])('%s', (_case, timeline, completionDate, code) => {
    expect(saleContradictions(timeline, { completionDate, acceptedOn }, today)).toContain(code)
  })

  test('all on one day is valid', () => {
    const timeline = completedOn(acceptedOn, exchangedOn(acceptedOn))
    expect(saleContradictions(timeline, { completionDate: acceptedOn, acceptedOn }, today)).toEqual([])
  })
})

describe('completionDateMismatch: completing on another day than agreed asks which one is right', () => {
  const sale = (timeline: Timeline, completionDate: string | null) => ({ timeline, completionDate, acceptedOn })
  const agreed = '2025-11-03'
  const before = sale(exchangedOn(acceptedOn), agreed)

  test('null for a sale completed on the agreed day, open, or without a completion date', () => {
    for (const after of [sale(completedOn(agreed), agreed), before, sale(completedOn(agreed), null)])
      expect(completionDateMismatch(before, after)).toBeNull()
  })

  test('both dates if they differ; asked once', () => {
    const after = sale(completedOn('2025-11-01'), agreed)
    const apart = { completedOn: '2025-11-01', completionDate: agreed }
    expect(completionDateMismatch(before, after)).toEqual(apart)
    expect(completionDateMismatch(after, after)).toBeNull()
    expect(completionDateMismatch(after, { ...after, completionDate: '2025-11-02' })).toEqual({
      ...apart,
      completionDate: '2025-11-02',
    })
  })
})

describe('whyNotChangeSale: a save is refused for a contradiction it introduces, not for an existing one', () => {
  const contradiction = { timeline: withStates(completedOn(today, sold()), {}), completionDate: null, acceptedOn: null }

  test('another step of a contradictory sale can be saved', () => {
    expect(save(contradiction.timeline, [set('SearchesBack', 'C')], { acceptedOn: null }).refused).toBeNull()
  })

  test('a further contradiction is refused, a correction is not', () => {
    const worse = { ...contradiction, timeline: exchangedOn(today, contradiction.timeline) }
    expect(whyNotChangeSale(contradiction, worse, today)).toBe('EXCHANGED_WITHOUT_OFFER')
    expect(whyNotChangeSale(worse, contradiction, today)).toBe('COMPLETED_WITHOUT_EXCHANGE')
    expect(whyNotChangeSale(contradiction, { ...contradiction, timeline: sold() }, today)).toBeNull()
  })
})

describe('contradictsUntil', () => {
  const facts = { completionDate: '2025-12-01', acceptedOn }

  test('the completion date, infinity, or null', () => {
    expect(contradictsUntil(sold(), facts)).toBeNull()
    expect(contradictsUntil(exchangedOn(today), facts)).toBeNull()
    expect(contradictsUntil(completedOn(today), facts)).toBe('2025-12-01')
    expect(contradictsUntil(completedOn(today), { ...facts, acceptedOn: null })).toBe('infinity')
  })
})
