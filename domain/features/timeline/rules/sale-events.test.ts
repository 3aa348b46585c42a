import { describe, expect, test } from 'vitest'
import { DomainError } from '../../../error-catalogue.ts'
import { warningDateOf } from '../due.ts'
import { productTemplate } from '../product-template.ts'
import { findStep, stepKeys } from '../step-definitions.ts'
import {
  complete,
  later,
  moment,
  save,
  saving,
  set,
  sold,
  startedByRule,
  states,
  step,
  survey,
  takenOn,
  templateWithout,
  underOffer,
  withStates,
} from '../testing/timelines.ts'
import type { Timeline } from '../timeline.model.ts'
import { newTimeline, timelineFromTemplate, whyNotLaunchOn } from './new-timeline.ts'
import { acceptOffer, emailMemo, fallOff, restoreSale } from './sale-events.ts'
import { addSurveyItem } from './surveys.ts'

const selling = ['TakeOn', 'PropertyLaunched', 'Viewings', 'SaleAgreed', 'MemoOfSaleSent'] as const
const accept = (timeline = takenOn(), on = '2025-11-03', cashBuyer = false) => acceptOffer(timeline, on, cashBuyer, moment)

describe('acceptOffer: accepting an offer completes every earlier pre-sale step that is still open and SaleAgreed, which starts MemoOfSaleSent', () => {
  test('completedOn = acceptedOn, and only the memorandum starts', () => {
    const outcome = accept()
    expect(states(outcome.timeline, ...selling)).toEqual(['C', 'C', 'C', 'C', 'IP'])
    expect(step(outcome.timeline, 'SaleAgreed')).toMatchObject({ completedOn: '2025-11-03', because: { kind: 'offer-accepted' } })
    expect(step(outcome.timeline, 'Viewings').completedOn).toBe('2025-11-03')
    expect(step(outcome.timeline, 'MemoOfSaleSent').startedOn).toBe('2025-11-03')
    expect(startedByRule(outcome)).toEqual(['MemoOfSaleSent'])
  })

  test('a completed step keeps its date, one that is not applicable stays so, a blocked one is completed', () => {
    const timeline = withStates(takenOn(templateWithout('Viewings'), '2025-10-01'), { SaleAgreed: 'B' })
    const after = accept(timeline).timeline
    expect(step(after, 'PropertyLaunched').completedOn).toBe('2025-10-01')
    expect(states(after, 'Viewings', 'SaleAgreed')).toEqual(['NA', 'C'])
  })

  /** Older data allowed it without an offer. */
  const agreedByHand = (completedOn: string) =>
    save(takenOn(), [set('SaleAgreed', 'C', { completedOn })], { acceptedOn: completedOn }).timeline

  test('a sale agreed by hand gets the acceptance date, and so does the start of the memorandum', () => {
    const byHand = agreedByHand('2025-11-01')
    const after = accept(byHand).timeline
    expect(step(after, 'SaleAgreed').completedOn).toBe('2025-11-03')
    expect(step(after, 'MemoOfSaleSent').startedOn).toBe('2025-11-03')
  })

  test('a sale agreed by hand on the same day is unchanged', () => {
    const byHand = agreedByHand('2025-11-03')
    expect(accept(byHand).changes.map((one) => one.after?.keyName)).toEqual(['PropertyLaunched', 'Viewings'])
  })

  test('SaleAgreed is completed even if the template omits it', () => {
    expect(states(accept(takenOn(templateWithout('SaleAgreed'))).timeline, 'SaleAgreed', 'MemoOfSaleSent')).toEqual(['C', 'IP'])
  })

  test('a cash buy makes the financial steps not applicable', () => {
    const { timeline } = accept(takenOn(), '2025-11-03', true)
    expect(timeline.filter((one) => one.type === 'F').map((one) => one.state)).toEqual(['NA', 'NA', 'NA', 'NA'])
  })
})

describe('emailMemo: e-mailing the memorandum completes MemoOfSaleSent', () => {
  test('today, and the sale begins', () => {
    const outcome = emailMemo(underOffer(), moment)
    expect(step(outcome.timeline, 'MemoOfSaleSent')).toMatchObject({
      state: 'C',
      completedOn: '2025-11-05',
      because: { kind: 'memo-emailed' },
    })
    expect(startedByRule(outcome)).toEqual(['MortgageAppSubmitted', 'DraftContractsIssued', 'NotHavingSurvey'])
  })

  test('sending it again changes nothing', () => {
    expect(emailMemo(sold(), later)).toEqual({ timeline: sold(), changes: [], reopened: [] })
  })
})

describe('fallOff: a fall-off puts every step back to the state it had just before that offer was accepted', () => {
  const before = withStates(takenOn(undefined, '2025-10-01'), { Viewings: 'B' })
  const accepted = accept(before)
  const sale = save(
    emailMemo(accepted.timeline, moment).timeline,
    [...complete('DraftContractsIssued'), addSurveyItem(stepKeys.Roof, survey('2025-11-10'))],
    { cashBuyer: true },
  ).timeline
  const fallen = fallOff(sale, accepted.beforeAcceptance, later)

  test('states, dates and reasons are restored; an open step starts again on the day of the fall-off', () => {
    const { today } = later
    const withoutTime = fallen.timeline.map((one) => ({ ...one, updatedOn: null }))
    expect(withoutTime).toEqual(
      before.map((one) => ({
        ...one,
        ...(one.keyName === 'Viewings' ? { startedOn: today, blockedOn: today } : {}),
        updatedOn: null,
      })),
    )
  })

  test('viewings are not overdue by the time under offer, but keep a due date that is still to come', () => {
    const viewings = (dueOn: string) =>
      takenOn(undefined, '2025-10-01').map((one) => (one.keyName === 'Viewings' ? { ...one, dueOn, dueReason: 'Away' } : one))
    const long = { today: '2026-02-03', now: '2026-02-03T09:30:00.000Z' }
    const after = (timeline: Timeline) => {
      const { timeline: sale, beforeAcceptance } = accept(timeline)
      const { timeline: fellOff } = fallOff(sale, beforeAcceptance, long)
      return fellOff.flatMap((one) => warningDateOf(fellOff, one, null) ?? [])
    }
    for (const timeline of [takenOn(undefined, '2025-10-01'), viewings('2025-12-01')])
      expect(after(timeline)).toEqual(['2026-03-03'])
    expect(after(viewings('2026-02-10'))).toEqual(['2026-02-10'])
  })

  test('a step that is open before the acceptance and still open keeps its start', () => {
    const contracts = withStates(takenOn(undefined, '2025-10-01'), { DraftContractsIssued: 'IP' })
    const { timeline, beforeAcceptance } = accept(contracts)
    expect(step(fallOff(timeline, beforeAcceptance, later).timeline, 'DraftContractsIssued').startedOn).toBe('2025-11-05')
  })

  test('surveys added since are removed', () => {
    expect(findStep(fallen.timeline, stepKeys.Roof)).toBeUndefined()
    expect(fallen.changes.find((one) => one.key === stepKeys.Roof)).toMatchObject({
      from: 'IP',
      to: null,
      because: { kind: 'fall-off' },
    })
  })

  test('restored steps have updatedOn now, unchanged ones do not', () => {
    expect(step(fallen.timeline, 'SaleAgreed').updatedOn).toBe(later.now)
    expect(step(fallen.timeline, 'TakeOn')).toEqual(step(before, 'TakeOn'))
  })

  test('the state saved by a cash buy of the sale is dropped', () => {
    const agreed = accept(takenOn(templateWithout('MortgageApproved')))
    const approved = saving(agreed.timeline, ...complete('MortgageApproved')).timeline
    const cash = save(approved, [], { cashBuyer: true }).timeline
    const back = fallOff(cash, agreed.beforeAcceptance, later).timeline
    expect(step(saving(back).timeline, 'MortgageApproved').state).toBe('NA')
  })

  test('restoreSale: restore brings the archived timeline back exactly', () => {
    const onTheMarket = save(fallen.timeline, complete('Viewings'), { at: later }).timeline
    const restored = restoreSale(onTheMarket, sale, later)
    expect(restored.timeline).toEqual(sale)
    expect(restored.changes.every((one) => one.because.kind === 'sale-restored')).toBe(true)
  })

  test('the next offer is accepted as if there had been no sale', () => {
    const again = acceptOffer(fallen.timeline, '2025-11-11', false, later)
    expect(states(again.timeline, ...selling)).toEqual(['C', 'C', 'C', 'C', 'IP'])
    expect(step(again.timeline, 'SaleAgreed').completedOn).toBe('2025-11-11')
    expect(step(again.timeline, 'MortgageApproved').state).toBe('NS')
  })
})

describe('newTimeline: creating a property completes TakeOn and starts PropertyLaunched', () => {
  const { timeline, ...outcome } = newTimeline(productTemplate, null, moment)

  test('today', () => {
    expect(step(timeline, 'TakeOn')).toMatchObject({ state: 'C', completedOn: '2025-11-05', because: { kind: 'taken-on' } })
    expect(step(timeline, 'PropertyLaunched')).toMatchObject({ state: 'IP', startedOn: '2025-11-05' })
    expect(startedByRule(outcome)).toEqual(['PropertyLaunched'])
  })

  test('all other steps are not started, without a reason', () => {
    const others = timeline.filter((one) => one.key > 2)
    expect(others).toHaveLength(17)
    for (const one of others) expect(one).toMatchObject({ state: 'NS', because: null, updatedOn: null, actioned: false })
  })
})

describe('newTimeline: a custom launch date completes PropertyLaunched on that date, which starts Viewings', () => {
  const outcome = newTimeline(productTemplate, '2025-10-01', moment)

  test('Viewings starts on the launch date', () => {
    expect(step(outcome.timeline, 'PropertyLaunched')).toMatchObject({
      state: 'C',
      completedOn: '2025-10-01',
      because: { kind: 'launched' },
    })
    expect(step(outcome.timeline, 'Viewings')).toMatchObject({ state: 'IP', startedOn: '2025-10-01' })
    expect(startedByRule(outcome)).toEqual(['Viewings'])
  })

  test('TakeOn is not later than the launch', () => {
    expect(step(outcome.timeline, 'TakeOn').completedOn).toBe('2025-10-01')
  })

  test('whyNotLaunchOn: custom launch date cannot be in the future', () => {
    expect(whyNotLaunchOn('2025-11-06', '2025-11-05')).toBe('LAUNCH_DATE_IN_FUTURE')
    expect(whyNotLaunchOn('2025-11-05', '2025-11-05')).toBeNull()
    expect(() => newTimeline(productTemplate, '2025-11-06', moment)).toThrow(new DomainError('LAUNCH_DATE_IN_FUTURE'))
  })
})

describe('timelineFromTemplate: a template is copied to a property when it is created', () => {
  test('title, description, days and not applicable come from the template', () => {
    const template = productTemplate.map((row) =>
      row.key === 33 ? { ...row, title: 'Searches in', description: 'All of them', daysToComplete: 20 } : row,
    )
    expect(step(timelineFromTemplate(template), 'SearchesBack')).toMatchObject({
      title: 'Searches in',
      description: 'All of them',
      daysToComplete: 20,
      state: 'NS',
    })
    expect(step(timelineFromTemplate(templateWithout('Viewings')), 'Viewings').state).toBe('NA')
  })

  test('a step missing from the template is not applicable', () => {
    expect(step(timelineFromTemplate(productTemplate.filter((row) => row.key !== 33)), 'SearchesBack')).toMatchObject({
      title: 'Searches back',
      state: 'NA',
    })
  })

  test('TakeOn and PropertyLaunched are completed even if the template omits them', () => {
    const { timeline } = newTimeline(templateWithout('TakeOn', 'PropertyLaunched'), '2025-10-01', moment)
    expect([step(timeline, 'TakeOn').state, step(timeline, 'PropertyLaunched').state, step(timeline, 'Viewings').state]).toEqual([
      'C',
      'C',
      'IP',
    ])
  })
})
