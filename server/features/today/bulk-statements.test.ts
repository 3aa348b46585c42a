import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { assignProgressor } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { createTask } from '@gya/domain/features/tasks/tasks.contract.ts'
import { completeActionItems, snoozeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'

let fixtures: Fixtures
const today = '2026-03-10'
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(() => fixtures.clock.moveTo(`${today}T10:00:00Z`))

const company = () => ({ companyId: fixtures.first.companyId })
type Item = { subjectId: string; key: string }

async function addTask(sale: PropertyPath | null, repeats = false): Promise<Item> {
  const { task } = await fixtures.as('staff').ok(createTask, {
    params: company(),
    body: {
      title: 'Ring',
      dueOn: today,
      ...(sale ? { propertyId: sale.propertyId } : {}),
      ...(repeats ? { repeat: { every: 1, unit: 'week', from: 'due' } } : {}),
    },
  })
  return { subjectId: sale?.propertyId ?? task._id, key: `task:${task._id}` }
}

/** A sale with a task, a repeating task, a call-back and news. */
async function sell(line1: string): Promise<{ tasks: Item[]; mixed: Item[] }> {
  const sale = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
  const offer = { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
  await fixtures.as('staff').ok(addOffer, { params: sale, body: offer })
  await fixtures.as('company').ok(assignProgressor, { params: sale, body: { bStaff: fixtures.idOf.staff } })
  const { _id } = await fixtures.as('staff').ok(logConversation, {
    params: company(),
    body: {
      partyRef: `buyer:${sale.propertyId}`,
      channel: 'call',
      sales: [{ propertyId: sale.propertyId, outcome: 'leftMessage', nextAt: `${today}T15:00:00Z` }],
    },
  })
  const of = (key: string) => ({ subjectId: sale.propertyId, key })
  return {
    tasks: [await addTask(sale), await addTask(sale, true), await addTask(null)],
    mixed: [of(`callback:${_id}`), of('news'), await addTask(sale), await addTask(null, true)],
  }
}

const complete = (actionItems: Item[]) =>
  fixtures.as('staff').ok(completeActionItems, { params: company(), body: { actionItems } })
const snooze = (actionItems: Item[]) =>
  fixtures.as('staff').ok(snoozeActionItems, { params: company(), body: { actionItems, until: '2026-03-12T07:00:00Z' } })
const undo = (undoId: string) => fixtures.as('staff').ok(undoChange, { params: { ...company(), undoId }, body: {} })

async function statementsOf<T>(call: () => Promise<T>): Promise<{ answer: T; count: number }> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const answer = await call()
    return { answer, count: query.mock.calls.length }
  } finally {
    query.mockRestore()
  }
}

describe('The number of statements does not depend on that of the items', () => {
  test('tasks done and undone, tasks and others mixed, and items put off', async () => {
    const few = [await sell('1 Bulk Street'), await sell('2 Bulk Street')]
    const many: typeof few = []
    for (let n = 0; n < 12; n += 1) many.push(await sell(`${n + 3} Bulk Street`))
    for (const pick of [
      (sales: typeof few) => sales.flatMap(({ tasks }) => tasks),
      (sales: typeof few) => sales.flatMap(({ mixed }) => mixed),
    ]) {
      const puttingOff = [await statementsOf(() => snooze(pick(few))), await statementsOf(() => snooze(pick(many)))]
      expect(puttingOff[1]?.count).toBe(puttingOff[0]?.count)
      const first = await statementsOf(() => complete(pick(few)))
      const second = await statementsOf(() => complete(pick(many)))
      expect(second.count).toBe(first.count)
      expect(second.count).toBeLessThanOrEqual(30)
      const undone = [await statementsOf(() => undo(first.answer.undoId)), await statementsOf(() => undo(second.answer.undoId))]
      expect(undone[1]?.count).toBe(undone[0]?.count)
      expect(undone[1]?.count).toBeLessThanOrEqual(35)
    }
  })
})
