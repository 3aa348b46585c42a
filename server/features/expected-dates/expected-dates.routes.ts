import { assignProgressor, saveExpected } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { saveExpectedDates, saveProgressor } from './save-expected.ts'

export function expectedDatesRoutes(app: FastifyInstance): void {
  registerRoute(app, saveExpected, async (context) => {
    const { version: _version, ...input } = context.body
    let changes: Awaited<ReturnType<typeof saveExpectedDates>>['changes'] = []
    const property = await changeProperty<typeof saveExpected>(async (making, { detail }, ids) => {
      const saved = await saveExpectedDates(making, ids, detail, input)
      changes = saved.changes
      return saved.events
    })(context)
    return { ...property, undoId: null, changes: changes.map(({ field, because }) => ({ field, because })) }
  })

  registerRoute(app, assignProgressor, async (context) => {
    const property = await changeProperty<typeof assignProgressor>((making, { detail }, ids) =>
      saveProgressor(making, ids, detail, context.body.bStaff),
    )(context)
    return { ...property, undoId: null }
  })
}
