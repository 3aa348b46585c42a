import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { assignProgressor } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { createTask } from '@gya/domain/features/tasks/tasks.contract.ts'
import { completeActionItems, snoozeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { statementsDuring } from '../../../test/support/statements-during.ts'

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

/** Creates a sale with a task, a repeating task, a call-back and news. */
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

describe('The number of statements does not depend on the number of items', () => {
  test('for completed and undone tasks, mixed items, and snoozed items', async () => {
    const few = [await sell('1 Bulk Street'), await sell('2 Bulk Street')]
    const many: typeof few = []
    for (let n = 0; n < 12; n += 1) many.push(await sell(`${n + 3} Bulk Street`))
    for (const pick of [
      (sales: typeof few) => sales.flatMap(({ tasks }) => tasks),
      (sales: typeof few) => sales.flatMap(({ mixed }) => mixed),
    ]) {
      const puttingOff = [
        await statementsDuring(fixtures, () => snooze(pick(few))),
        await statementsDuring(fixtures, () => snooze(pick(many))),
      ]
      expect(puttingOff[1]?.statements.length).toBe(puttingOff[0]?.statements.length)
      const first = await statementsDuring(fixtures, () => complete(pick(few)))
      const second = await statementsDuring(fixtures, () => complete(pick(many)))
      expect(second.statements).toHaveLength(first.statements.length)
      expect(second.statements.length).toBeLessThanOrEqual(30)
      const undone = [
        await statementsDuring(fixtures, () => undo(first.answer.undoId)),
        await statementsDuring(fixtures, () => undo(second.answer.undoId)),
      ]
      expect(undone[1]?.statements.length).toBe(undone[0]?.statements.length)
      expect(undone[1]?.statements.length).toBeLessThanOrEqual(40)
    }
  })
})
