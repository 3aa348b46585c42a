import { DomainError } from '@gya/domain/error-catalogue.ts'
import { readFallOffReasons, saveFallOffReasons } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import type { FastifyInstance } from 'fastify'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { findFallOffReasons, lockFallOffReasons, replaceFallOffReasons } from './fall-off-reasons.repository.ts'

/** The company's list of fall-off reasons. */
export function fallOffReasonsRoutes(app: FastifyInstance): void {
  registerRoute(app, readFallOffReasons, ({ params: { companyId }, db }) => findFallOffReasons(db, companyId))

  registerRoute(app, saveFallOffReasons, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { companyId } = params
    await requireCurrentVersion(db, body.version, await lockFallOffReasons(db, companyId, now), caller.userId)
    const before = await findFallOffReasons(db, companyId)
    const known = new Map(before.reasons.map((reason) => [reason._id, reason]))
    // An id that this company does not have would belong to another company, or be invented.
    const unknown = body.reasons.findIndex(({ _id }) => _id !== undefined && !known.has(_id))
    if (unknown >= 0)
      throw new DomainError('NOT_FOUND', {
        issues: [{ path: `reasons.${unknown}`, message: 'This reason does not exist any more.' }],
      })
    const reasons = body.reasons.map(({ _id = newId(), ...reason }) => ({ _id, ...reason }))
    const names = (list: readonly { name: string; active: boolean }[]) =>
      list.flatMap(({ name, active }) => (active ? [name] : []))
    const [was, is] = [names(before.reasons), names(reasons)]
    await replaceFallOffReasons(db, companyId, { reasons, mayContactWords: body.mayContactWords }, { now, userId: caller.userId })
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      {
        kind: 'fall-off-reasons-edited',
        data: {
          added: is.filter((name) => !was.includes(name)),
          hidden: was.filter((name) => !is.includes(name)),
          reasons: is.length,
        },
      },
    ])
    await recordSecurityEvent(context, { kind: 'reasons-changed', companyId })
    return findFallOffReasons(db, companyId)
  })
}
