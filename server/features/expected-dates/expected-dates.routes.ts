import { assignProgressor, listLenders, saveExpected } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { describeExpectedChanges, type ExpectedChange } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { type PersonRole, personOf, personRoles, savePerson } from '../properties/write/save-person.ts'
import { recordUndo } from '../undo/undo.repository.ts'
import { listActiveLenders } from './lenders.repository.ts'
import { saveExpectedDates } from './save-expected.ts'
import { type LenderChange, lenderPart, registerLenderPart, saveLender } from './save-lender.ts'
import { expectedParts, personPart, registerExpectedParts } from './undo-expected.ts'

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
    const { bStaff, negotiator } = context.body
    const undoId = context.newId()
    const assigned: ReturnType<typeof personPart>[] = []
    const property = await changeProperty<typeof assignProgressor>(async (making, { detail }, ids) => {
      const save = async (role: PersonRole, userId: string | null | undefined) => {
        if (userId === undefined) return []
        const { events, to } = await savePerson(role, making, ids, detail, { userId, undoId })
        if (events.length > 0) assigned.push(personPart(role, ids.propertyId, personOf(role, detail), to))
        return events
      }
      return [...(await save('progressor', bStaff)), ...(await save('negotiator', negotiator))]
    })(context)
    if (assigned.length === 0) return { ...property, undoId: null }
    const words = assigned.map(({ kind, to }) => `${personRoles[kind].words} ${to ? to.name : 'removed'}`)
    const description = `${property.address.line1}: ${words.join(', ')}`
    return { ...property, undoId: await recordUndo(context, { undoId, description, parts: assigned }) }
  })
}
