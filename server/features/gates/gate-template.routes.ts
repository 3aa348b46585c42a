import { DomainError } from '@gya/domain/error-catalogue.ts'
import { readGateEffect, readGateTemplate, saveGateTemplate } from '@gya/domain/features/gates/gates.contract.ts'
import { type Gate, gates } from '@gya/domain/features/gates/gates.model.ts'
import type { FastifyInstance } from 'fastify'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { findGateEffect } from './find-gate-effect.ts'
import { countOverrides, findGateTemplate, lockGateList, saveGateTemplateRows } from './gates.repository.ts'

/** The company's gates. */
export function gateTemplateRoutes(app: FastifyInstance): void {
  registerRoute(app, readGateTemplate, ({ params: { companyId }, db }) => findGateTemplate(db, companyId))

  registerRoute(app, readGateEffect, async ({ params: { companyId }, db, today, now }) => ({
    ...(await findGateEffect(db, companyId, today)),
    overrides: await countOverrides(db, companyId, now),
  }))

  registerRoute(app, saveGateTemplate, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { companyId } = params
    const { modes, version } = body
    const before = await findGateTemplate(db, companyId)
    await requireCurrentVersion(db, version, await lockGateList(db, companyId, now), caller.userId)
    const known = new Set(before.items.map(({ _id }) => _id))
    const unknown = body.items.findIndex(({ _id }) => _id !== undefined && !known.has(_id))
    if (unknown >= 0)
      throw new DomainError('NOT_FOUND', {
        issues: [{ path: `items.${unknown}`, message: 'This item does not exist any more.' }],
      })
    const items = body.items.map(({ _id = newId(), ...item }) => ({ _id, ...item }))
    await saveGateTemplateRows(db, companyId, { modes, items, now, userId: caller.userId })
    const switched = gates.filter((gate: Gate) => before.modes[gate] !== modes[gate])
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      {
        kind: 'gates-edited',
        data: { items: items.length, before: before.items.length, modes, was: before.modes },
      },
    ])
    await recordSecurityEvent(context, {
      kind: 'gates-changed',
      companyId,
      data: { changed: ['items', ...switched.map((gate) => `${gate}: ${modes[gate]}`)].join(', ') },
    })
    return findGateTemplate(db, companyId)
  })
}
