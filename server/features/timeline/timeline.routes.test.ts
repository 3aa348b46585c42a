import type { Wire } from '@gya/domain/endpoint.ts'
import { createContact, createPoc } from '@gya/domain/features/contacts/contacts.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { listBranchProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { type StepName, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { withClockAt } from '../../../test/support/with-clock-at.ts'
import { checksum, eventsDuring, expectNothingWritten } from '../properties/testing/recorded-events.ts'
import { runConcurrently } from '../properties/testing/run-concurrently.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Step Street')
  fixtures.clock.advance({ minutes: 1 })
})

type Body = Wire<typeof saveTimeline, 'body'>
type Item = NonNullable<Body['timeline']>[number]
type Property = Wire<typeof readProperty, 'response'>

const today = '2026-03-10'
const set = (name: StepName, state: Item['state'], more: Partial<Item> = {}): Item => ({ key: stepKeys[name], state, ...more })
const put = (body: Body, as: 'staff' | 'branch' = 'staff') => fixtures.as(as).ok(saveTimeline, { params: place, body })
const save = (...timeline: Item[]) => put({ timeline })
const refusal = (body: object) =>
  expectNothingWritten(fixtures, () => fixtures.as('staff').refusal(saveTimeline, { params: place, body }))
const read = () => fixtures.as('staff').ok(readProperty, { params: place })
const step = ({ timeline }: Property, name: StepName) => timeline.data.find((item) => item.keyName === name)
const changes = (answer: Wire<typeof saveTimeline, 'response'>) =>
  answer.changes.map(({ key, to, because }) => [key, to, because])
const sell = () =>
  fixtures
    .as('staff')
    .ok(addOffer, { params: place, body: { name: 'B', amount: 285_000, cashBuy: false, chain: false, state: 'A' } })

describe('PUT timeline', () => {
  test('returns the property and every change with its reason', async () => {
    const answer = await save(set('PropertyLaunched', 'C', { completedOn: '2026-03-09' }))
    expect(answer.phase).toBe('forSale')
    expect(answer.changes).toEqual([
      { key: 2, from: 'IP', to: 'C', on: '2026-03-09', because: 'requested', becauseText: 'Set by hand' },
      {
        key: 3,
        from: 'NS',
        to: 'IP',
        on: '2026-03-09',
        because: 'previous-step-completed',
        becauseText: 'Started because Property launched was completed',
      },
    ])
    const { changes: _changes, ...property } = answer
    expect(await read()).toEqual(property)
  })

  test('takes a sale from memorandum to completion', async () => {
    await sell()
    expect(changes(await save(set('MemoOfSaleSent', 'C')))).toEqual([
      [stepKeys.MemoOfSaleSent, 'C', 'requested'],
      [stepKeys.MortgageAppSubmitted, 'IP', 'pre-sale-completed'],
      [stepKeys.DraftContractsIssued, 'IP', 'pre-sale-completed'],
      [stepKeys.NotHavingSurvey, 'IP', 'pre-sale-completed'],
    ])
    for (const names of [
      ['MortgageAppSubmitted', 'MortgageValuationBooked', 'MortgageValuationCompleted', 'MortgageApproved'],
      ['DraftContractsIssued', 'SearchesAppliedFor', 'SearchesBack', 'EnquiriesRaised', 'EnquiriesAnswered'],
      ['NotHavingSurvey'],
      ['ReportedToBuyer', 'DocumentsAndDepositsReceived'],
    ] as const)
      await save(...names.map((name) => set(name, 'C')))
    expect(await put({ completionDate: '2026-04-01', timeline: [set('Exchanged', 'C')] })).toMatchObject({ phase: 'exchanged' })
    expect(await refusal({ timeline: [set('Completed', 'C')] })).toMatchObject({ code: 'COMPLETION_DATE_IN_FUTURE' })
    expect(await put({ completionDate: today, timeline: [set('Completed', 'C')] })).toMatchObject({
      phase: 'completed',
      timeline: { info: { nextWarning: null, warnings: 0, completedOns: { Exchanged: today, Completed: today } } },
    })
  })

  test('a reopened step resets the steps it had started', async () => {
    await save(set('PropertyLaunched', 'C'))
    const answer = await save(set('PropertyLaunched', 'IP'))
    expect(answer).toMatchObject({ phase: 'preForSale' })
    expect(answer.changes).toMatchObject([
      { key: stepKeys.PropertyLaunched, from: 'C', to: 'IP', because: 'requested' },
      {
        key: stepKeys.Viewings,
        from: 'IP',
        to: 'NS',
        because: 'auto-start-withdrawn',
        becauseText: 'Put back to not started because Property launched is not complete',
      },
    ])
  })

  test('without changes writes nothing', async () => {
    await put({ timeline: [set('FullStructural', 'IP', { surveyData: { date: '2026-03-20' } })], completionDate: '2026-06-01' })
    const { version, timeline } = await read()
    fixtures.clock.advance({ hours: 3 })
    const before = await checksum(fixtures)
    const everything = timeline.data.map(({ key, state, startedOn, completedOn, surveyData }) => {
      return { key, state, startedOn, completedOn, surveyData }
    })
    for (const body of [
      {},
      { timeline: [] },
      { timeline: everything, completionDate: '2026-06-01', invoiceSent: false, version },
    ])
      expect(await put(body)).toMatchObject({ version, changes: [] })
    expect(await checksum(fixtures)).toEqual(before)
  })

  test('sets updatedOn of changed steps only', async () => {
    fixtures.clock.advance({ hours: 2 })
    const before = await read()
    const after = await save(set('PropertyLaunched', 'C'))
    for (const item of after.timeline.data)
      expect(item.updatedOn).toBe(
        ['PropertyLaunched', 'Viewings'].includes(item.keyName)
          ? fixtures.clock.now()
          : before.timeline.data.find((one) => one.key === item.key)?.updatedOn,
      )
  })
})

describe('PUT timeline in the record', () => {
  test('one event per changed step with reason, user and time; completion date; invoice', async () => {
    const recorded = await eventsDuring(fixtures, place.propertyId, () =>
      put({ timeline: [set('PropertyLaunched', 'C')], completionDate: '2026-06-01', invoiceSent: true }, 'branch'),
    )
    const entry = { by: fixtures.idOf.branch, at: fixtures.clock.now() }
    expect(recorded).toEqual([
      { ...entry, kind: 'step-changed', data: { key: 2, from: 'IP', to: 'C', on: today, because: 'requested', becauseOf: [] } },
      {
        ...entry,
        kind: 'step-changed',
        data: { key: 3, from: 'NS', to: 'IP', on: today, because: 'previous-step-completed', becauseOf: [2] },
      },
      { ...entry, kind: 'completion-date-set', data: { on: '2026-06-01', before: null } },
      { ...entry, kind: 'invoice-sent', data: { sent: true } },
    ])
    expect(await eventsDuring(fixtures, place.propertyId, () => put({ invoiceSent: false, completionDate: null }))).toMatchObject(
      [
        { kind: 'completion-date-set', data: { on: null, before: '2026-06-01' } },
        { kind: 'invoice-sent', data: { sent: false } },
      ],
    )
  })
})

describe('A date dropped by a state change', () => {
  test('is kept in the record, as is a corrected one', async () => {
    await save(set('PropertyLaunched', 'C', { completedOn: '2026-03-05' }))
    const dataOf = async (item: Item) =>
      (await eventsDuring(fixtures, place.propertyId, () => save(item))).map(({ data }) => data)
    expect(await dataOf(set('PropertyLaunched', 'C', { completedOn: '2026-03-06' }))).toContainEqual(
      expect.objectContaining({ key: stepKeys.PropertyLaunched, from: 'C', to: 'C', was: '2026-03-05' }),
    )
    expect(await dataOf(set('PropertyLaunched', 'B'))).toEqual([
      expect.objectContaining({ key: stepKeys.PropertyLaunched, from: 'C', to: 'B', was: '2026-03-06' }),
      expect.objectContaining({ key: stepKeys.Viewings, from: 'IP', to: 'NS', was: '2026-03-06' }),
    ])
    const history = await fixtures.as('staff').ok(readHistory, { params: place, query: {} })
    expect(history.data.flatMap(({ facts }) => facts)).toContainEqual({ what: 'Completed on', from: '06/03/2026' })
  })
})

describe('Exchanged and Completed', () => {
  test('Exchanged needs a completion date, in this save or before', async () => {
    await sell()
    expect(await refusal({ timeline: [set('Viewings', 'IP'), set('Exchanged', 'C')] })).toMatchObject({
      status: 409,
      code: 'COMPLETION_DATE_REQUIRED',
    })
    await put({ completionDate: '2026-06-01' })
    expect(await refusal({ timeline: [set('Exchanged', 'C')], completionDate: null })).toMatchObject({
      code: 'COMPLETION_DATE_REQUIRED',
    })
    const exchanged = await save(set('Exchanged', 'C'))
    expect(exchanged).toMatchObject({ phase: 'exchanged', completionDate: '2026-06-01' })
    expect(step(exchanged, 'Completed')).toMatchObject({ state: 'IP', warningDate: '2026-06-01' })
  })

  test('the completion date then determines when Completed is due', async () => {
    await sell()
    await put({ completionDate: '2026-06-01', timeline: [set('MemoOfSaleSent', 'C'), set('Exchanged', 'C')] })
    const moved = await put({ completionDate: '2026-03-12' })
    expect(step(moved, 'Completed')).toMatchObject({ warningDate: '2026-03-12', overdue: false })
    await withClockAt(fixtures, '2026-03-13T12:00:00.000Z', async () => {
      const late = await read()
      expect(step(late, 'Completed')).toMatchObject({ warningDate: '2026-03-12', overdue: true })
      expect(late.timeline.info).toMatchObject({ warnings: 1, nextWarning: { key: stepKeys.Completed, daysLeft: -1 } })
    })
  })

  test('both need an accepted offer; Completed needs Exchanged and a date not in the future', async () => {
    const refused = async (body: Body, code: string) => expect(await refusal(body)).toMatchObject({ status: 409, code })
    await refused({ timeline: [set('Exchanged', 'C')], completionDate: today }, 'EXCHANGED_WITHOUT_OFFER')
    await refused({ timeline: [set('Completed', 'C')], completionDate: today }, 'COMPLETED_WITHOUT_OFFER')
    await sell()
    await refused({ timeline: [set('Completed', 'C')], completionDate: today }, 'COMPLETED_WITHOUT_EXCHANGE')
    await put({ timeline: [set('Exchanged', 'C')], completionDate: '2026-03-11' })
    await refused({ timeline: [set('Completed', 'C')] }, 'COMPLETION_DATE_IN_FUTURE')
    await refused({ timeline: [set('Completed', 'C')], completionDate: null }, 'COMPLETION_DATE_REQUIRED')
    expect(await put({ timeline: [set('Completed', 'C')], completionDate: today })).toMatchObject({ phase: 'completed' })
    await refused({ timeline: [set('Exchanged', 'IP')] }, 'COMPLETED_WITHOUT_EXCHANGE')
    await refused({ completionDate: '2026-03-11' }, 'COMPLETION_DATE_IN_FUTURE')
  })

  test('acceptance, exchange and completion are in date order', async () => {
    await sell()
    const exchanged = set('Exchanged', 'C')
    for (const [body, code] of [
      [{ timeline: [exchanged], completionDate: '2026-03-09' }, 'SALE_BEFORE_ACCEPTANCE'],
      [{ timeline: [set('Exchanged', 'C', { completedOn: '2026-03-09' })], completionDate: today }, 'STEP_DATE_BEFORE_SALE'],
      [{ completionDate: '2019-01-01' }, 'SALE_BEFORE_ACCEPTANCE'],
    ] as const)
      expect(await refusal(body as Body)).toMatchObject({ status: 409, code })
    await withClockAt(fixtures, '2026-03-12T12:00:00.000Z', async () =>
      expect(await refusal({ timeline: [exchanged], completionDate: '2026-03-11' })).toMatchObject({
        code: 'EXCHANGED_AFTER_COMPLETION',
      }),
    )
  })

  test('Sale agreed follows the offers, and the memorandum needs a buyer: nothing is written', async () => {
    const refusedWith = async (item: Item, code: string, message: string) =>
      expect(await refusal({ timeline: [item] })).toMatchObject({ status: 409, code, message })
    const follows = 'Sale agreed follows the offers: accept an offer, or perform a fall-off.'
    await refusedWith(set('SaleAgreed', 'C'), 'STEP_FOLLOWS_OFFER', follows)
    await refusedWith(set('MemoOfSaleSent', 'C'), 'STEP_WITHOUT_OFFER', 'No buyer has been selected.')
    await sell()
    for (const state of ['NS', 'IP', 'B', 'NA'] as const)
      await refusedWith(set('SaleAgreed', state), 'STEP_FOLLOWS_OFFER', follows)
    expect(await save(set('MemoOfSaleSent', 'C'))).toMatchObject({ phase: 'sold' })
  })

  test('a sale from before these rules stays editable, is listed as to tidy, and can be fixed step by step', async () => {
    const { db } = fixtures.database
    const done = { state: 'C', started_on: today, completed_on: today }
    await db
      .updateTable('property_step')
      .set(done)
      .where('property_id', '=', place.propertyId)
      .where('key', 'in', [stepKeys.Exchanged, stepKeys.Completed])
      .execute()
    const toTidy = async () =>
      (await fixtures.as('staff').ok(listBranchProperties, { params: place, query: { filter: 'toTidy' } })).data.map(
        ({ _id }) => _id,
      )
    expect(await save(set('Viewings', 'IP'))).toMatchObject({ phase: 'completed' })
    expect(await toTidy()).toContain(place.propertyId)
    const offering = { name: 'B', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
    expect(
      await expectNothingWritten(fixtures, () => fixtures.as('staff').refusal(addOffer, { params: place, body: offering })),
    ).toMatchObject({ status: 409, code: 'OFFER_ON_COMPLETED' })
    await save(set('Completed', 'NS'), set('Exchanged', 'NS'))
    expect(await toTidy()).not.toContain(place.propertyId)
    await sell()
    expect(await read()).toMatchObject({ phase: 'sold' })
  })
})

describe('Step dates', () => {
  test('PUT timeline corrects dates of complete, in-progress and delayed steps; due dates and warnings follow', async () => {
    fixtures.clock.moveTo('2026-03-02T10:00:00.000Z')
    await sell()
    fixtures.clock.moveTo(testStart)
    await save(set('MemoOfSaleSent', 'C'), set('DraftContractsIssued', 'C'))
    const corrected = await save(set('DraftContractsIssued', 'C', { completedOn: '2026-03-04' }))
    expect(step(corrected, 'DraftContractsIssued')?.completedOn).toBe('2026-03-04')
    expect(step(corrected, 'SearchesAppliedFor')).toMatchObject({ startedOn: '2026-03-04', warningDate: '2026-03-25' })
    expect(corrected.timeline.info.completedOns.DraftContractsIssued).toBe('2026-03-04')
    const restarted = await save(set('SearchesAppliedFor', 'IP', { startedOn: '2026-03-06' }))
    expect(step(restarted, 'SearchesAppliedFor')?.warningDate).toBe('2026-03-27')
    const delayed = await save(set('SearchesAppliedFor', 'B', { blockedOn: '2026-03-08' }))
    expect(step(delayed, 'SearchesAppliedFor')).toMatchObject({ startedOn: '2026-03-06', blockedOn: '2026-03-08' })
  })

  test('a sale step is not dated before the acceptance', async () => {
    await sell()
    expect(await refusal({ timeline: [set('MemoOfSaleSent', 'C', { completedOn: '2026-03-09' })] })).toMatchObject({
      status: 409,
      code: 'STEP_DATE_BEFORE_SALE',
    })
  })

  test('a correction is recorded with the new date', async () => {
    await save(set('PropertyLaunched', 'C'))
    const recorded = await eventsDuring(fixtures, place.propertyId, () =>
      save(set('PropertyLaunched', 'C', { completedOn: '2026-03-05' })),
    )
    expect(recorded.map(({ data }) => data)).toMatchObject([
      { key: stepKeys.PropertyLaunched, from: 'C', to: 'C', on: '2026-03-05' },
      { key: stepKeys.Viewings, from: 'IP', to: 'IP', on: '2026-03-05' },
    ])
  })
})

describe('PUT timeline dueOn', () => {
  const away = { dueOn: '2026-04-20', dueReason: 'Solicitor away until 20 April' }
  const sellAndStart = async () => {
    await sell()
    await save(set('MemoOfSaleSent', 'C'))
  }

  test('moves the due date with a reason: the warning follows, daysToComplete stays, and it is recorded', async () => {
    await sellAndStart()
    const before = step(await read(), 'DraftContractsIssued')
    expect(before).toMatchObject({ warningDate: '2026-03-31', dueOn: null, dueReason: '' })
    const recorded = await eventsDuring(fixtures, place.propertyId, () => save(set('DraftContractsIssued', 'IP', away)))
    expect(recorded.at(-1)).toMatchObject({
      kind: 'step-due-moved',
      data: { key: stepKeys.DraftContractsIssued, from: '2026-03-31', to: '2026-04-20', reason: away.dueReason },
    })
    expect(step(await read(), 'DraftContractsIssued')).toMatchObject({
      ...away,
      warningDate: '2026-04-20',
      startedOn: today,
      daysToComplete: 21,
    })
  })

  test('report and dashboard follow it', async () => {
    await sellAndStart()
    await save(set('DraftContractsIssued', 'IP', away))
    const { rows } = await fixtures.database.pool.query(
      `select d.legal_warning::text as day, r.row::text as report from property_day d
       join (select property_id, to_jsonb(p) as row from property_report p) r using (property_id)
       where d.property_id = $1 and d.until = 'infinity'`,
      [place.propertyId],
    )
    expect(rows).toMatchObject([{ day: '2026-04-20', report: expect.stringContaining('2026-04-20') as string }])
  })

  test('is refused without reason or on a step that is not open; null restores the template', async () => {
    await sellAndStart()
    expect(await refusal({ timeline: [set('DraftContractsIssued', 'IP', { dueOn: '2026-04-20' })] })).toMatchObject({
      status: 409,
      code: 'DUE_REASON_MISSING',
    })
    expect(await refusal({ timeline: [set('SearchesBack', 'NS', away)] })).toMatchObject({ code: 'DUE_NOT_MOVABLE' })
    await save(set('DraftContractsIssued', 'IP', away))
    const back = await save(set('DraftContractsIssued', 'IP', { dueOn: null }))
    expect(step(back, 'DraftContractsIssued')).toMatchObject({ dueOn: null, dueReason: '', warningDate: '2026-03-31' })
  })
})

describe('Surveys', () => {
  const booked = (more: object = {}) =>
    set('FullStructural', 'IP', { surveyData: { date: '2026-03-20', reference: 'Roof void', ...more } })

  test('are booked with date and notes, changed and removed; Not having survey follows', async () => {
    await sell()
    const one = await save(booked())
    expect(step(one, 'FullStructural')).toMatchObject({
      state: 'IP',
      order: null,
      startedOn: today,
      warningDate: '2026-03-20',
      surveyData: { date: '2026-03-20', reference: 'Roof void', contactPOC: null, awaitingReports: false },
    })
    expect(step(one, 'NotHavingSurvey')).toMatchObject({ state: 'NA', because: { kind: 'survey-added', steps: [7] } })
    const moved = await save(booked({ date: '2026-03-25', reference: '' }))
    expect(step(moved, 'FullStructural')?.surveyData).toMatchObject({ date: '2026-03-25', reference: '' })
    const two = await save(set('Drain', 'IP', { surveyData: { date: '2026-03-05', awaitingReports: true } }))
    expect(step(two, 'Drain')).toMatchObject({ overdue: true, warningDate: '2026-03-05' })
    expect(two.timeline.info.nextWarning).toMatchObject({ key: stepKeys.Drain, awaitingReports: true })
    const left = await save(set('Drain', 'IP', { appMarkedDelete: true }))
    expect(step(left, 'Drain')).toBeUndefined()
    expect(step(left, 'NotHavingSurvey')).toMatchObject({ state: 'NA' })
    const none = await save(set('FullStructural', 'C', { appMarkedDelete: true }))
    expect(step(none, 'FullStructural')).toBeUndefined()
    expect(step(none, 'NotHavingSurvey')).toMatchObject({ state: 'NS' })
    expect(none.changes.map(({ key, from, to }) => [key, from, to])).toEqual([
      [stepKeys.NotHavingSurvey, 'NA', 'NS'],
      [stepKeys.FullStructural, 'IP', null],
    ])
  })

  test('booked or awaited surveys block Not having survey; the error names them', async () => {
    await save(booked())
    expect(await refusal({ timeline: [set('NotHavingSurvey', 'C')] })).toMatchObject({
      status: 409,
      code: 'SURVEY_OPEN',
      message: 'A Full structural survey is booked for 20/03/2026. Cancel it first.',
    })
    await save(booked({ awaitingReports: true }))
    expect(await refusal({ timeline: [set('NotHavingSurvey', 'C')] })).toMatchObject({
      code: 'SURVEY_OPEN',
      message: 'A Full structural survey of 20/03/2026 awaits its report. Complete or cancel it first.',
    })
    const without = await save(set('FullStructural', 'IP', { appMarkedDelete: true }), set('NotHavingSurvey', 'C'))
    expect(step(without, 'NotHavingSurvey')).toMatchObject({ state: 'C' })
  })

  test('need a date', async () => {
    for (const surveyData of [undefined, null, {}, { reference: 'x' }])
      expect(await refusal({ timeline: [set('Roof', 'IP', { surveyData })] })).toMatchObject({
        status: 409,
        code: 'SURVEY_DATE_REQUIRED',
      })
    for (const surveyData of [
      { date: 'soon' },
      { date: '2026-02-30' },
      { date: today, price: 1 },
      { date: today, contactPOC: 'Sam' },
    ])
      expect(await refusal({ timeline: [set('Roof', 'IP', { surveyData })] })).toMatchObject({ status: 400 })
  })

  test('complete or awaiting-report surveys keep date and notes', async () => {
    await save(booked({ awaitingReports: true }))
    expect(await refusal({ timeline: [booked({ date: '2026-03-21', awaitingReports: true })] })).toMatchObject({
      code: 'SURVEY_LOCKED',
    })
    const unlocked = await save(booked({ date: '2026-03-21', awaitingReports: false }))
    expect(step(unlocked, 'FullStructural')?.surveyData).toMatchObject({ date: '2026-03-21', awaitingReports: false })
    await save(set('FullStructural', 'C'))
    expect(await refusal({ timeline: [set('FullStructural', 'C', { surveyData: { reference: 'Other' } })] })).toMatchObject({
      code: 'SURVEY_LOCKED',
    })
  })

  test('are the only steps that can be removed', async () => {
    expect(await refusal({ timeline: [set('Viewings', 'NS', { appMarkedDelete: true })] })).toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })
})

describe('PUT timeline refusals, nothing saved', () => {
  test('an unknown step', async () => {
    for (const key of [0, 37, -1, 1.5, '2', null])
      expect(await refusal({ timeline: [set('PropertyLaunched', 'C'), { key, state: 'C' }] })).toMatchObject({
        status: 400,
        issues: [{ path: 'timeline.1.key', message: 'This is not a step.' }],
      })
  })

  test('the same step twice, even with equal values', async () => {
    expect(await refusal({ timeline: [set('Viewings', 'IP'), set('Viewings', 'IP')] })).toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })

  test('a date in the future in London; today and yesterday are accepted', async () => {
    for (const more of [{ completedOn: '2026-03-11' }, { startedOn: '2027-01-01' }])
      expect(await refusal({ timeline: [set('PropertyLaunched', 'C', more)] })).toMatchObject({
        status: 409,
        code: 'STEP_DATE_IN_FUTURE',
      })
    await withClockAt(fixtures, '2025-10-20T23:30:00.000Z', async () => {
      const property = await save(set('PropertyLaunched', 'C', { completedOn: '2025-10-21' }))
      expect(step(property, 'PropertyLaunched')).toMatchObject({ completedOn: '2025-10-21' })
    })
  })

  test('unknown states, dates or fields, and more items than steps', async () => {
    for (const item of [
      set('Viewings', 'X' as 'C'),
      { key: stepKeys.Viewings },
      set('Viewings', 'C', { completedOn: '31/12/2025' }),
      { ...set('Viewings', 'C'), title: 'Mine' },
      { ...set('Viewings', 'C'), order: 1 },
    ])
      expect(await refusal({ timeline: [item] })).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    expect(await refusal({ timeline: Array.from({ length: 61 }, () => set('Viewings', 'IP')) })).toMatchObject({
      issues: [{ path: 'timeline' }],
    })
    expect(await refusal({ timeline: {}, completionDate: 'soon', invoiceSent: 'yes', more: 1 })).toMatchObject({ status: 400 })
  })

  test('a financial step of a cash buy', async () => {
    await fixtures
      .as('staff')
      .ok(addOffer, { params: place, body: { name: 'B', amount: 1, cashBuy: true, chain: false, state: 'A' } })
    expect(await refusal({ timeline: [set('MortgageApproved', 'C')] })).toMatchObject({ status: 409, code: 'CASH_BUY_NO_ACTION' })
  })
})

describe('PUT timeline with concurrent saves', () => {
  const names = [
    'DraftContractsIssued',
    'SearchesAppliedFor',
    'MortgageAppSubmitted',
    'MortgageApproved',
    'NotHavingSurvey',
  ] as const

  test('without version: all completed steps are complete, with every follow-on start', async () => {
    const { version } = await read()
    const answers = await runConcurrently(
      fixtures,
      place,
      names.map((name) => () => fixtures.as('staff').call(saveTimeline, { params: place, body: { timeline: [set(name, 'C')] } })),
    )
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    const property = await read()
    expect(names.map((name) => step(property, name)?.state)).toEqual(names.map(() => 'C'))
    expect(step(property, 'SearchesBack')).toMatchObject({ state: 'IP', wasAutoSetToInProgress: true })
    expect(property.version).toBe(version + names.length)
  })

  test('same version: one is saved, the others get STALE_VERSION', async () => {
    const { version } = await read()
    const answers = await runConcurrently(
      fixtures,
      place,
      names.map(
        (name, n) => () =>
          fixtures
            .as(n === 0 ? 'branch' : 'staff')
            .call(saveTimeline, { params: place, body: { timeline: [set(name, 'C')], version } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 409, 409, 409])
    for (const { body } of answers.slice(1))
      expect(body).toMatchObject({ code: 'STALE_VERSION', details: { savedBy: 'branch people', savedOn: fixtures.clock.now() } })
    const property = await read()
    expect(property.version).toBe(version + 1)
    expect(names.map((name) => step(property, name)?.state === 'C')).toEqual([true, false, false, false, false])
  })

  test('the same completion twice is one change', async () => {
    const { version } = await read()
    const twice = () => save(set('PropertyLaunched', 'C'))
    const answers = await runConcurrently(fixtures, place, [twice, twice])
    expect(answers.map((answer) => answer.changes.length)).toEqual([2, 0])
    expect(await read()).toMatchObject({ version: version + 1 })
  })

  test('an old version is refused even when nothing would change', async () => {
    const { version } = await read()
    await save(set('PropertyLaunched', 'C'))
    expect(await refusal({ version })).toMatchObject({ code: 'STALE_VERSION' })
  })
})

describe('Survey entry: date, notes, contact point of contact, awaiting reports', () => {
  const newPoc = async (as: 'company' | 'otherCompany', { companyId }: { companyId: string }) => {
    const contact = { name: 'Plumb & True', email: '', tel: '', address: null, recommended: false, pocs: [] }
    const { _id: contactId } = await fixtures.as(as).ok(createContact, { params: { companyId }, body: contact })
    const poc = { name: 'Pell Ashdown', email: 'pell@surveys.example' }
    return (await fixtures.as(as).ok(createPoc, { params: { companyId, contactId }, body: poc }))._id
  }
  const surveyBy = (contactPOC: string) =>
    set('Roof', 'IP', { surveyData: { date: '2026-03-20', contactPOC, reference: '', awaitingReports: false } })

  test('includes the point of contact of the survey', async () => {
    await sell()
    const answer = await save(surveyBy(await newPoc('company', fixtures.a)))
    expect(step(answer, 'Roof')?.surveyContact).toEqual({ name: 'Pell Ashdown', contact: 'Plumb & True' })
  })

  test('a point of contact of another company is refused as unknown', async () => {
    const { code, issues } = await refusal({ timeline: [surveyBy(await newPoc('otherCompany', fixtures.b))] })
    expect({ code, issues }).toEqual({
      code: 'VALIDATION_FAILED',
      issues: [{ path: 'timeline.0.surveyData.contactPOC', message: 'This point of contact does not exist.' }],
    })
  })
})
