import { assignProgressor, listLenders, saveExpected } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { describeExpectedChanges, type ExpectedChange } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { recordUndo } from '../undo/undo.repository.ts'
import { listActiveLenders } from './lenders.repository.ts'
import { type Progressor, saveExpectedDates, saveProgressor, toProgressor } from './save-expected.ts'
import { type LenderChange, lenderPart, registerLenderPart, saveLender } from './save-lender.ts'
import { expectedParts, progressorPart, registerExpectedParts } from './undo-expected.ts'

export function expectedDatesRoutes(app: FastifyInstance): void {
  registerExpectedParts()
  registerLenderPart()

  registerRoute(app, listLenders, async ({ params: { companyId }, db }) => ({ lenders: await listActiveLenders(db, companyId) }))

  registerRoute(app, saveExpected, async (context) => {
    const { version: _version, lender, ...input } = context.body
    let changes: ExpectedChange[] = []
    let lenderChange: LenderChange | null = null
    const property = await changeProperty<typeof saveExpected>(async (making, { detail }, ids) => {
      const saved = await saveExpectedDates(making, ids, detail, input)
      changes = saved.changes
      if (lender === undefined) return saved.events
      const ofLender = await saveLender(making, ids, detail, lender)
      lenderChange = ofLender.change
      return [...saved.events, ...ofLender.events]
    })(context)
    const words = [
      ...(changes.length > 0 ? [describeExpectedChanges(changes)] : []),
      ...(lenderChange ? [`lender ${property.lender?.name ?? 'removed'}`] : []),
    ]
    const parts = [...expectedParts(property._id, changes), ...(lenderChange ? [lenderPart(property._id, lenderChange)] : [])]
    const description = `${property.address.line1}: ${words.join(', ')}`
    const undoId = parts.length === 0 ? null : await recordUndo(context, { description, parts })
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
