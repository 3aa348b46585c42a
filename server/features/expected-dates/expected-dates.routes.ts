import { assignProgressor, saveExpected } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { describeExpectedChanges, type ExpectedChange } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { recordUndo } from '../undo/undo.repository.ts'
import { type Progressor, saveExpectedDates, saveProgressor, toProgressor } from './save-expected.ts'
import { expectedParts, progressorPart, registerExpectedParts } from './undo-expected.ts'

export function expectedDatesRoutes(app: FastifyInstance): void {
  registerExpectedParts()

  registerRoute(app, saveExpected, async (context) => {
    const { version: _version, ...input } = context.body
    let changes: ExpectedChange[] = []
    const property = await changeProperty<typeof saveExpected>(async (making, { detail }, ids) => {
      const saved = await saveExpectedDates(making, ids, detail, input)
      changes = saved.changes
      return saved.events
    })(context)
    const description = `${property.address.line1}: ${describeExpectedChanges(changes)}`
    const undoId =
      changes.length === 0 ? null : await recordUndo(context, { description, parts: expectedParts(property._id, changes) })
    return { ...property, undoId, changes: changes.map(({ field, because }) => ({ field, because })) }
  })

  registerRoute(app, assignProgressor, async (context) => {
    const undoId = context.newId()
    let assigned: Assignment | null = null
    const property = await changeProperty<typeof assignProgressor>(async (making, { detail }, ids) => {
      const { events, to } = await saveProgressor(making, ids, detail, context.body.bStaff, undoId)
      if (events.length > 0) assigned = { from: toProgressor(detail), to, undoId }
      return events
    })(context)
    return { ...property, undoId: assigned && (await recordAssignment(context, property, assigned)) }
  })
}

type Assignment = { from: Progressor; to: Progressor; undoId: string }

const recordAssignment = (
  context: Parameters<typeof recordUndo>[0],
  { _id, address }: { _id: string; address: { line1: string } },
  { from, to, undoId }: Assignment,
): Promise<string> =>
  recordUndo(context, {
    undoId,
    description: `${address.line1}: sales progressor ${to ? to.name : 'removed'}`,
    parts: [progressorPart(_id, from, to)],
  })
