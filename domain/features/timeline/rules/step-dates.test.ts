import { describe, expect, test } from 'vitest'
import { complete, given, later, save, saving, set, sold, step, underOffer } from '../testing/timelines.ts'

/** `sold()`: accepted on 20 October, memorandum sent on 21 October, today 5 November. */
const acceptedOn = '2025-10-20'

describe('whyNotDateStep: a date may not be in the future', () => {
  test.each(['startedOn', 'completedOn', 'blockedOn'] as const)('%s', (field) => {
    const state = { startedOn: 'IP', completedOn: 'C', blockedOn: 'B' } as const
    given(sold())
      .when(set('SearchesBack', state[field], { [field]: '2025-11-06' }))
      .thenRefused('STEP_DATE_IN_FUTURE')
    given(sold())
      .when(set('SearchesBack', state[field], { [field]: '2025-11-05' }))
      .thenStates({ SearchesBack: state[field] })
  })
})

describe('whyNotDateStep: a step of the sale is not dated before the acceptance', () => {
  test.each(['MemoOfSaleSent', 'MortgageAppSubmitted', 'DraftContractsIssued', 'NotHavingSurvey', 'Completed'] as const)(
    '%s',
    (name) => {
      const facts = { acceptedOn, completionDate: '2025-11-01' }
      given(underOffer(), facts)
        .when(set(name, 'IP', { startedOn: '2025-10-19' }))
        .thenRefused('STEP_DATE_BEFORE_SALE')
      given(underOffer(), facts)
        .when(set(name, 'IP', { startedOn: acceptedOn }))
        .thenStates({ [name]: 'IP' })
    },
  )

  test('selling steps, and sales without an accepted offer, have no such limit', () => {
    given(underOffer(), { acceptedOn })
      .when(set('Viewings', 'C', { completedOn: '2025-10-10' }))
      .thenStates({ Viewings: 'C' })
    given(sold())
      .when(set('SearchesBack', 'C', { completedOn: '2025-09-01' }))
      .thenStates({ SearchesBack: 'C' })
  })

  test('an unchanged stored date is not checked', () => {
    const early = saving(sold(), set('SearchesBack', 'B', { startedOn: '2025-09-01' })).timeline
    given(early, { acceptedOn })
      .when(set('SearchesBack', 'IP', { startedOn: '2025-09-01' }))
      .thenStates({ SearchesBack: 'IP' })
  })
})

describe('saveTimeline: a delayed step', () => {
  test('is delayed since the given date, and not started after it', () => {
    const delayed = saving(sold(), set('DraftContractsIssued', 'B', { blockedOn: '2025-11-01' })).timeline
    expect(step(delayed, 'DraftContractsIssued')).toMatchObject({ startedOn: '2025-10-21', blockedOn: '2025-11-01' })
    const corrected = save(delayed, [set('DraftContractsIssued', 'B', { blockedOn: '2025-10-20' })], { at: later }).timeline
    expect(step(corrected, 'DraftContractsIssued')).toMatchObject({ startedOn: '2025-10-20', blockedOn: '2025-10-20' })
  })
})

describe('correctedStartDates: a corrected completion date', () => {
  const searched = saving(sold(), set('SearchesAppliedFor', 'C', { completedOn: '2025-11-01' })).timeline

  test('moves the start of the step it started', () => {
    const { timeline, changes } = save(searched, [set('SearchesAppliedFor', 'C', { completedOn: '2025-10-28' })])
    expect(step(timeline, 'SearchesBack')).toMatchObject({ state: 'IP', startedOn: '2025-10-28', wasAutoSetToInProgress: true })
    expect(changes.map(({ after, on }) => [after?.keyName, on])).toEqual([
      ['SearchesAppliedFor', '2025-10-28'],
      ['SearchesBack', '2025-10-28'],
    ])
  })

  test('keeps the start of a step dated by a person', () => {
    const dated = saving(searched, set('SearchesBack', 'IP', { startedOn: '2025-11-03' })).timeline
    const { timeline } = save(dated, [set('SearchesAppliedFor', 'C', { completedOn: '2025-10-28' })])
    expect(step(timeline, 'SearchesBack').startedOn).toBe('2025-11-03')
  })

  test('of the last selling step moves the starts of three tracks', () => {
    const { timeline } = save(sold(), [set('MemoOfSaleSent', 'C', { completedOn: '2025-10-30' })], { acceptedOn })
    for (const name of ['MortgageAppSubmitted', 'DraftContractsIssued', 'NotHavingSurvey'] as const)
      expect(step(timeline, name).startedOn).toBe('2025-10-30')
  })

  test('of one of two closing steps moves the first completing step only if it is the later one', () => {
    const closed = saving(
      sold(),
      set('EnquiriesAnswered', 'C', { completedOn: '2025-11-02' }),
      set('MortgageApproved', 'C', { completedOn: '2025-11-04' }),
    ).timeline
    const started = (name: 'EnquiriesAnswered' | 'MortgageApproved', completedOn: string) =>
      step(saving(closed, set(name, 'C', { completedOn })).timeline, 'ReportedToBuyer').startedOn
    expect(started('EnquiriesAnswered', '2025-11-01')).toBe('2025-11-04')
    expect(started('EnquiriesAnswered', '2025-11-05')).toBe('2025-11-05')
    expect(started('MortgageApproved', '2025-11-01')).toBe('2025-11-02')
  })
})

describe('saveTimeline: Sale agreed is the day the offer was accepted', () => {
  test('correcting it corrects the acceptance, the steps completed with it and the start it caused', () => {
    const {
      timeline,
      acceptedOn: moved,
      refused,
    } = save(underOffer(), [set('SaleAgreed', 'C', { completedOn: '2025-10-25' })], { acceptedOn })
    expect([moved, refused]).toEqual(['2025-10-25', null])
    expect(step(timeline, 'Viewings').completedOn).toBe('2025-10-25')
    expect(step(timeline, 'PropertyLaunched').completedOn).toBe('2025-10-01')
    expect(step(timeline, 'MemoOfSaleSent').startedOn).toBe('2025-10-25')
  })

  test('it cannot move past a completed step of the sale, unless that step moves too', () => {
    const later = set('SaleAgreed', 'C', { completedOn: '2025-10-25' })
    expect(save(sold(), [later], { acceptedOn })).toMatchObject({ refused: 'ACCEPTED_AFTER_STEP', changes: [], acceptedOn })
    const both = [later, set('MemoOfSaleSent', 'C', { completedOn: '2025-10-26' })]
    expect(save(sold(), both, { acceptedOn })).toMatchObject({ refused: null, acceptedOn: '2025-10-25' })
  })

  test('the new date is the earliest allowed for steps in the same save', () => {
    const earlier = [
      set('SaleAgreed', 'C', { completedOn: '2025-10-10' }),
      set('MemoOfSaleSent', 'C', { completedOn: '2025-10-12' }),
    ]
    expect(save(sold(), earlier, { acceptedOn }).refused).toBeNull()
  })

  test('without an accepted offer it is a step like any other', () => {
    expect(saving(sold(), set('SaleAgreed', 'C', { completedOn: '2025-10-30' }))).toMatchObject({
      refused: null,
      acceptedOn: null,
    })
    expect(saving(sold(), ...complete('SaleAgreed')).changes).toEqual([])
  })
})
