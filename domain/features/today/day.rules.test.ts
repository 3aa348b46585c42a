import { expect, test } from 'vitest'
import { countDone } from './day.model.ts'
import { type DayEntry, describeDay, nextWeekday } from './day.rules.ts'

let ids = 0
const entry = (time: string, kind: string, data: DayEntry['data'] = {}, sale: number | null = 1): DayEntry => ({
  id: `id${(ids += 1)}`,
  at: `2026-11-26T${time}:00.000Z`,
  kind,
  data,
  propertyId: sale === null ? null : `p${sale}`,
  branchId: sale === null ? null : 'b',
  address: sale === null ? null : { line1: `${sale} High Street`, postcode: 'RG30 1AA' },
})
const spoke = (time: string, outcome: string, sale = 1, more = {}) =>
  entry(
    time,
    'conversation-logged',
    { conversationId: `c${time}`, outcome, channel: 'call', partyName: 'Rosalind', ...more },
    sale,
  )
const step = (time: string, key: number, because = 'requested') =>
  entry(time, 'step-changed', { key, from: 'IP', to: 'C', because })
const now = '2026-11-26T18:00:00.000Z'

test.each([
  ['2026-11-26', '2026-11-27'],
  ['2026-11-27', '2026-11-30'],
  ['2026-11-28', '2026-11-30'],
  ['2026-11-29', '2026-11-30'],
  ['2026-11-30', '2026-12-01'],
])('the weekday after %s is %s', (on, next) => expect(nextWeekday(on)).toBe(next))

test('entries of one act are one line, newest first', () => {
  const entries = [
    ...[1, 2, 3].map((sale) => spoke('09:00', 'spoke', sale)),
    step('10:00', 33),
    step('10:00', 31, 'previous-step-completed'),
    entry('11:00', 'offer-accepted', { name: 'Bea Uyer', amount: 1 }),
    step('11:00', 3, 'offer-accepted'),
    entry('11:00', 'task-added', { taskId: 't1', title: 'Of a template', phase: 'sold' }),
    entry('12:00', 'task-done', { taskId: 't2', title: 'Ring' }, null),
    entry('12:00', 'task-added', { taskId: 't3', title: 'Ring', follows: 't2' }, null),
    step('13:00', 31, 'fall-off'),
  ]
  const { lines, sum } = describeDay(entries, [], now)
  expect(lines.map(({ kind, words, address }) => [kind, words, address?.line1])).toEqual([
    ['task', 'Task done: Ring', undefined],
    ['offer', 'Offer accepted: Bea Uyer', '1 High Street'],
    ['step', 'Searches back: complete', '1 High Street'],
    ['call', 'Spoke to Rosalind about 3 sales', undefined],
  ])
  expect(sum).toBe('1 call (1 spoke) · 1 step · 1 task · 1 offer')
})

test('an act about several things names three of a kind', () => {
  const added = ['A', 'B', 'C', 'D'].map((title) => entry('09:00', 'task-added', { taskId: title, title }))
  const { lines } = describeDay([...added, step('09:00', 33), step('09:00', 31)], [], now)
  expect(lines.map(({ words }) => words)).toEqual([
    'Task added: A, B, C and 1 more, Searches back: complete, Draft contracts issued: complete',
  ])
})

test('the sum names how calls went, counts what an act holds, and leaves out what was undone', () => {
  const entries = [
    spoke('09:00', 'noAnswer', 1),
    spoke('09:00', 'promised', 2),
    spoke('09:10', 'leftMessage'),
    spoke('09:20', 'noAnswer'),
    spoke('09:30', 'emailed'),
    entry('09:30', 'message-sent', { conversationId: 'c09:30', partyName: 'Rosalind' }),
    spoke('09:40', 'spoke'),
    entry('09:50', 'undone', { description: 'Spoke: Rosalind, 1 sale' }, null),
    step('10:00', 33),
    step('10:00', 31),
    entry('10:00', 'task-done', { taskId: 't1', title: 'Ring' }),
  ]
  const undone = { id: 'u1', at: '2026-11-26T09:40:00.000Z', undoneOn: '2026-11-26T09:50:00.000Z', isSent: false }
  const { lines, sum } = describeDay(entries, [undone], now)
  expect(sum).toBe('3 calls (1 spoke, 1 message, 1 no answer) · 1 e-mail · 2 steps · 1 task')
  expect(lines).toHaveLength(7)
  expect(lines.filter(({ undoneOn }) => undoneOn)).toMatchObject([{ words: 'Spoke to Rosalind', undoId: null }])
  expect(lines.find(({ kind }) => kind === 'undo')?.words).toBe('Undone: Spoke: Rosalind, 1 sale')
})

test('an update that was skipped is no update', () => {
  const updates = ['update-sent', 'update-sent', 'update-skipped'].map((kind, n) =>
    entry(`09:0${n}`, kind, { because: 'nothing' }),
  )
  expect(describeDay(updates, [], now).sum).toBe('2 updates · 1 update skipped')
})

test('an act can be undone for eight hours', () => {
  const undos = ['09:00', '10:00'].map((time) => ({ id: time, at: `2026-11-26T${time}:00.000Z`, undoneOn: null, isSent: false }))
  const { lines } = describeDay([step('09:00', 33), step('10:00', 31)], undos, now)
  expect(lines.map(({ undoId }) => undoId)).toEqual(['10:00', null])
})

test('a take-on, a fall-off and a restored sale are a line each, with what belongs to them', () => {
  const entries = [
    entry('09:00', 'taken-on'),
    step('09:00', 1),
    entry('10:00', 'fall-off', { name: 'Bea Uyer', amount: 1 }),
    entry('10:00', 'offer-withdrawn', { name: 'Bea Uyer' }),
    entry('11:00', 'sale-restored', { name: 'Bea Uyer' }),
  ]
  const { lines, sum } = describeDay(entries, [], now)
  expect(lines.map(({ words }) => words)).toEqual([
    'Fallen-off sale restored: Bea Uyer',
    'Sale fell off: Bea Uyer',
    'Property taken on',
  ])
  expect(sum).toBe('1 take-on · 1 fall-off · 1 restored sale')
})

test('the chip counts what was done and stays done; an e-mail that has left cannot be undone', () => {
  const entries = [
    spoke('09:00', 'spoke'),
    entry('09:10', 'undone', { description: 'Spoke' }, null),
    entry('10:00', 'message-sent', { partyName: 'Rosalind' }),
  ]
  const undo = (time: string, undone: string | null, isSent: boolean) => ({
    id: time,
    at: `2026-11-26T${time}:00.000Z`,
    undoneOn: undone && `2026-11-26T${undone}:00.000Z`,
    isSent,
  })
  const { lines } = describeDay(entries, [undo('09:00', '09:10', false), undo('10:00', null, true)], '2026-11-26T10:01:00.000Z')
  expect(lines.map(({ undoId }) => undoId)).toEqual([null, null, null])
  expect(countDone(lines)).toBe(1)
})
