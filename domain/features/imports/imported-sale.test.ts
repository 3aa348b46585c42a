import { describe, expect, test } from 'vitest'
import { saleNow } from '../sale-now/sale-now.ts'
import { applyChanges } from '../timeline/changes.ts'
import { describeAssumed, describeReason } from '../timeline/describe-reason.ts'
import { timelineFromTemplate } from '../timeline/rules/new-timeline.ts'
import { stepsOfAcceptance } from '../timeline/rules/sale-events.ts'
import { findStep, fixedSteps, stepKeys } from '../timeline/step-definitions.ts'
import { dueFromImport } from './due-from-import.ts'
import { acceptedOnOfSale, fitSale, impliedItems, readSale, runRulesOnce, saleItems, setImportedSteps } from './imported-sale.ts'
import { countStepsWithoutStart } from './step-starts.ts'

const [today, now] = ['2026-11-22', '2026-11-22T10:00:00.000Z']
const time = { today, now }
const template = fixedSteps.map(({ key, title }) => ({ key, title, description: '', daysToComplete: 7, state: 'NS' as const }))
const taken = timelineFromTemplate(template)
const agreed = applyChanges(taken, stepsOfAcceptance(taken, '2026-09-20', false, time))

const set = (values: Record<string, string | number>) =>
  setImportedSteps({
    timeline: agreed,
    items: saleItems(values, today),
    completionDate: null,
    acceptedOn: '2026-09-20',
    cashBuyer: false,
    ...time,
  })

const setOk = (values: Record<string, string | number>) => {
  const done = set(values)
  if (done.refused !== null) throw new Error(done.refused)
  return done.changes
}

describe('an imported sale', () => {
  test('Steps take the state and the day that the file gives, without starting rules; once all are set, the rules run once', () => {
    const done = set({ 'step.31.done': '2026-10-03', 'step.32.done': '2026-10-10' })
    if (done.refused !== null) throw new Error(done.refused)
    expect(done.changes.map(({ key, to }) => [key, to])).toEqual([
      [stepKeys.DraftContractsIssued, 'C'],
      [stepKeys.SearchesAppliedFor, 'C'],
    ])
    const started = runRulesOnce(taken, applyChanges(agreed, done.changes), new Set([31, 32]), time)
    expect(started.map(({ key, to, on }) => [key, to, on])).toEqual([
      [stepKeys.MemoOfSaleSent, 'IP', '2026-09-20'],
      [stepKeys.SearchesBack, 'IP', '2026-10-10'],
    ])
    expect(started.map(({ because }) => describeReason(because, taken))).toEqual([
      'Started by the import of 22/11/2026 because of Sale agreed',
      'Started by the import of 22/11/2026 because of Searches applied for',
    ])
  })

  test('a step whose day no column gives says that the day is assumed, and why; one with its day does not', () => {
    const { values } = readSale(
      { status: 'exchanged', completionDate: '2026-11-20', 'step.34.done': '2026-10-20', 'step.36.state': 'C' },
      today,
    )
    const items = saleItems(values, today)
    const written = new Set(items.map(({ key }) => key))
    const sale = { timeline: agreed, completionDate: '2026-11-20', acceptedOn: '2026-09-20', cashBuyer: false, ...time }
    const done = setImportedSteps({ ...sale, items: [...items, ...impliedItems(values, agreed, written)] })
    if (done.refused !== null) throw new Error(done.refused)
    const steps = done.changes.flatMap(({ after }) => after ?? [])
    expect(steps.map((step) => [step.title, step.completedOn, describeAssumed(step, agreed)])).toEqual([
      ['Enquiries raised', '2026-10-20', null],
      ['Not having survey', '2026-11-22', 'Assumed: the import of 22/11/2026 gave no day'],
      ['Exchanged', '2026-11-20', 'Assumed: the import of 22/11/2026 gave no day'],
      ['Memo of sale sent', '2026-10-20', 'Assumed: the import of 22/11/2026 gave no day, Enquiries raised was done then'],
    ])
    // A day that is given afterwards, by a person or a file, is not assumed.
    const given = setOk({ 'step.36.done': '2026-11-19' })
    expect(given.map(({ after }) => after && describeAssumed(after, agreed))).toEqual([null])
  })

  test('a step with a day of completion only starts when the step before it was completed', () => {
    const days = {
      'step.30.done': '2026-09-22',
      'step.31.done': '2026-10-03',
      'step.32.done': '2026-10-10',
      'step.34.done': '2026-10-20',
    }
    const values = { acceptedOn: '2026-09-20', ...days }
    expect(saleItems(values, today).map(({ key, startedOn }) => [key, startedOn])).toEqual([
      [30, '2026-09-20'],
      [31, '2026-09-22'],
      [32, '2026-10-03'],
      // Searches back has no day: the start of enquiries is unknown.
      [34, null],
    ])
    expect(countStepsWithoutStart(values, '2026-09-20')).toBe(1)
    expect(countStepsWithoutStart({ ...values, 'step.34.started': '2026-10-15' }, '2026-09-20')).toBe(0)
  })

  test('reported to buyer starts after enquiries and mortgage, of a cash buyer after enquiries', () => {
    const values = { 'step.35.done': '2026-10-20', 'step.22.done': '2026-10-25' }
    const startOf = (more: object) => saleItems({ ...values, ...more }, today).find(({ key }) => key === 22)?.startedOn
    expect(startOf({ 'step.29.done': '2026-10-22' })).toBe('2026-10-22')
    expect(startOf({})).toBeNull()
    expect(startOf({ cashBuy: true })).toBe('2026-10-20')
  })

  test('a step without a column is completed if a step that requires it is complete, with a warning', () => {
    const values = { acceptedOn: '2026-09-20', 'step.31.done': '2026-10-03', 'step.33.done': '2026-10-10' }
    expect(impliedItems(values, agreed, new Set([31, 33]))).toEqual([
      { key: stepKeys.MemoOfSaleSent, state: 'C', completedOn: '2026-10-03', startedOn: '2026-10-03', assumed: [31] },
      { key: stepKeys.SearchesAppliedFor, state: 'C', completedOn: '2026-10-10', startedOn: '2026-10-10', assumed: [33] },
    ])
    expect(readSale(values, today).issues.map(({ level, message }) => [level, message])).toEqual([
      ['warning', 'Memo of sale sent: taken as done on 03/10/2026, because Draft contracts issued was done then.'],
      ['warning', 'Searches applied for: taken as done on 10/10/2026, because Searches back was done then.'],
    ])
    expect(readSale(values, today).issues[0]?.fields).toEqual(['step.31.done', 'step.31.started', 'step.31.state'])
  })

  test('a step that has a column, or that is already complete, is not changed', () => {
    const values = { 'step.31.done': '2026-10-03', 'step.30.state': 'IP' }
    expect(impliedItems(values, agreed, new Set([30, 31]))).toEqual([])
    expect(impliedItems({ 'step.31.done': '2026-10-03' }, agreed, new Set())).toEqual([])
    const memoSent = saleItems({ 'step.30.done': '2026-09-22' }, today)
    const done = setImportedSteps({
      timeline: agreed,
      items: memoSent,
      completionDate: null,
      acceptedOn: '2026-09-20',
      cashBuyer: false,
      ...time,
    })
    if (done.refused !== null) throw new Error(done.refused)
    expect(impliedItems({ 'step.31.done': '2026-10-03' }, applyChanges(agreed, done.changes), new Set([31]))).toEqual([])
  })

  test('an exchange without a completion date in the file or in GYA is Sold STC with a warning, as without its day', () => {
    const read = readSale({ acceptedOn: '2026-09-20', status: 'exchanged', 'step.24.done': '2026-11-12' }, today)
    const fit = fitSale(read.values, read.issues, { timeline: agreed, completionDate: null })
    expect(fit.values).toEqual({ acceptedOn: '2026-09-20', status: 'exchanged' })
    expect(fit.issues.map(({ message }) => message)).toEqual([
      'Exchanged on 12/11/2026 in the file, but without a completion date. It is Sold STC: add the date, then complete Exchanged.',
    ])
    const known = fitSale(read.values, read.issues, { timeline: agreed, completionDate: '2026-12-04' })
    expect(known.values).toEqual(read.values)
    const dated = readSale({ ...read.values, completionDate: '2026-12-04' }, today)
    expect(fitSale(dated.values, dated.issues, { timeline: agreed, completionDate: null }).values).toEqual(dated.values)
  })

  test('a step that is complete in GYA is not said to be taken as done', () => {
    const read = readSale({ acceptedOn: '2026-09-20', 'step.31.done': '2026-10-03' }, today)
    expect(fitSale(read.values, read.issues, { timeline: agreed, completionDate: null }).issues).toHaveLength(1)
    const memo = applyChanges(agreed, setOk({ 'step.30.done': '2026-09-22' }))
    expect(fitSale(read.values, read.issues, { timeline: memo, completionDate: null }).issues).toEqual([])
  })

  test('a step that is complete without a day was done at the latest when a later step was', () => {
    const values = { acceptedOn: '2026-09-20', 'step.33.state': 'C', 'step.24.done': '2026-11-13', completionDate: '2026-12-04' }
    expect(saleItems(values, today).find(({ key }) => key === 33)?.completedOn).toBe('2026-11-13')
    expect(readSale(values, today).issues.map(({ message }) => message)).toContain(
      'Searches back is complete without a day: 13/11/2026 is used, because a later step was done then.',
    )
    expect(saleItems({ 'step.33.state': 'C', 'step.31.done': '2026-11-13' }, today)[1]?.completedOn).toBe(today)
  })

  test('a step that is not started in the file is not started by a rule', () => {
    const done = set({ 'step.32.done': '2026-10-10', 'step.33.state': 'NS', 'step.31.started': '2026-09-25' })
    if (done.refused !== null) throw new Error(done.refused)
    const after = applyChanges(agreed, done.changes)
    expect(runRulesOnce(agreed, after, new Set([31, 32, 33]), time)).toEqual([])
    expect(findStep(after, stepKeys.DraftContractsIssued)).toMatchObject({ state: 'IP', startedOn: '2026-09-25' })
  })

  test.each([
    [{ 'step.31.done': '2026-09-01' }, 'Draft contracts issued'],
    [{ 'step.24.done': '2026-11-01' }, 'completion date'],
  ])('%j is refused with a message', (values, words) => {
    expect(set(values as never).refused).toContain(words)
  })

  test('contradictions within a row are reported, and an expected day in the past is left empty', () => {
    const { values, issues } = readSale(
      {
        acceptedOn: '2026-09-20',
        'step.31.done': '2026-09-01',
        'step.32.done': '2026-10-01',
        'step.32.state': 'IP',
        'survey.1.type': 5,
        expectedExchange: '2026-10-01',
      },
      today,
    )
    expect(values.expectedExchange).toBeUndefined()
    expect(issues.map(({ level, message }) => `${level}: ${message}`)).toEqual([
      'error: Searches applied for: it was done on 01/10/2026, but its state is not complete.',
      'error: Survey 1: its date is empty.',
      'warning: Expected exchange is left empty: 01/10/2026 has passed.',
      'error: Draft contracts issued: 01/09/2026 is before the offer was accepted on 20/09/2026.',
    ])
  })

  test('a step that is complete without a day has a warning and takes the day of the import, or keeps its day', () => {
    const values = { acceptedOn: '2026-09-20', 'step.31.state': 'C', 'step.4.state': 'C', 'step.32.state': 'IP' }
    expect(readSale(values, today).issues).toEqual([
      {
        level: 'warning',
        code: 'no-day',
        column: null,
        value: '',
        message: 'Draft contracts issued is complete without a day: the day of the import is used.',
        fields: ['step.31.state'],
      },
    ])
    expect(saleItems({ 'step.31.state': 'C' }, today)).toEqual([
      { key: 31, state: 'C', completedOn: today, startedOn: null, assumed: [] },
    ])
    const before = set({ 'step.31.done': '2026-10-03', 'step.32.started': '2026-10-05' })
    if (before.refused !== null) throw new Error(before.refused)
    const timeline = applyChanges(agreed, before.changes)
    expect(saleItems({ 'step.31.state': 'C', 'step.31.started': '2026-09-25', 'step.32.state': 'B' }, today, timeline)).toEqual([
      { key: 31, state: 'C', completedOn: '2026-10-03', startedOn: '2026-09-25' },
      { key: 32, state: 'B', blockedOn: today, startedOn: '2026-10-05' },
    ])
  })

  test('a step that the rules start is due from the day of the import if it would be overdue at once', () => {
    const done = set({ 'step.32.done': '2026-10-10', 'step.26.started': '2026-10-01' })
    if (done.refused !== null) throw new Error(done.refused)
    const after = applyChanges(agreed, done.changes)
    const byRules = runRulesOnce(taken, after, new Set([32, 26]), time)
    const timeline = applyChanges(after, byRules)
    const facts = { today, completionDate: null }
    const due = applyChanges(timeline, dueFromImport(timeline, byRules, facts))
    expect(findStep(due, stepKeys.SearchesBack)).toMatchObject({
      startedOn: '2026-10-10',
      dueOn: '2026-11-29',
      dueReason: 'Counted from the import of 22/11/2026',
    })
    // The file gives its start.
    const sale = saleNow(
      {
        active: true,
        hasAcceptedOffer: true,
        timeline: due,
        completionDate: null,
        expectedExchange: null,
        expectedCompletion: null,
      },
      today,
    )
    expect(sale.late.map(({ key }) => key)).toEqual([stepKeys.MortgageAppSubmitted])
    const early = dueFromImport(timeline, byRules, { today: '2026-10-12', completionDate: null })
    expect(early.find(({ key }) => key === stepKeys.SearchesBack)?.after?.dueOn).toBeNull()
  })

  test('the day of acceptance defaults to the earliest day of a step', () => {
    expect(acceptedOnOfSale({ 'step.32.done': '2026-10-10', 'step.31.started': '2026-10-01' })).toBe('2026-10-01')
    expect(acceptedOnOfSale({ agreedPrice: 1 })).toBeNull()
  })

  test('status means status: Exchanged and Completed complete their steps on the completion date, or on the day of the import', () => {
    const sale = { acceptedOn: '2026-09-20', agreedPrice: 25_000_000 }
    const read = (values: Record<string, string | number>) => {
      const { values: after, issues } = readSale({ ...sale, ...values }, today)
      const said = issues
        .filter(({ code, message }) => code !== 'implied' || message.includes('the completion date'))
        .map(({ message }) => message)
      const of = (key: number) => after[`step.${key}.done`] ?? after[`step.${key}.state`]
      return [of(stepKeys.Exchanged), of(stepKeys.Completed), ...said]
    }
    expect(read({ status: 'sold' })).toEqual([undefined, undefined])
    expect(read({ status: 'exchanged', fellThroughOn: '2026-11-20' })).toEqual([undefined, undefined])
    expect(read({ status: 'withdrawn' })).toEqual([
      undefined,
      undefined,
      'Withdrawn in the file, but with a sale. It is Sold STC: leave this line out if the sale has ended.',
    ])
    expect(read({ status: 'exchanged' })).toEqual([
      undefined,
      undefined,
      'Exchanged in the file, but without a completion date. It is Sold STC: add the date, then complete Exchanged.',
    ])
    expect(read({ status: 'exchanged', completionDate: '2026-11-20' })).toEqual([
      '2026-11-20',
      undefined,
      'Exchanged: taken as done on 20/11/2026, the completion date.',
    ])
    expect(read({ status: 'exchanged', completionDate: '2026-12-04' })).toEqual([
      'C',
      undefined,
      'Exchanged is complete without a day: the day of the import is used.',
    ])
    expect(read({ status: 'exchanged', completionDate: '2026-12-04', 'step.24.done': '2026-11-10' })).toEqual([
      '2026-11-10',
      undefined,
    ])
    expect(read({ status: 'completed', completionDate: '2026-11-20', 'step.24.done': '2026-11-10' })).toEqual([
      '2026-11-10',
      '2026-11-20',
      'Completed: taken as done on 20/11/2026, the completion date.',
    ])
    expect(read({ status: 'completed', completionDate: '2026-12-04', 'step.24.done': '2026-11-10' })).toEqual([
      '2026-11-10',
      undefined,
      'Completed in the file, but the sale completes on 04/12/2026. It is Exchanged.',
    ])
  })
})
