import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { Gate } from '@gya/domain/features/gates/gates.model.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { loadProperties } from '../properties/read/load-property.ts'
import { evaluate, gateFacts, templateGates } from './gate-of-offer.ts'
import { listChecksOfOffers } from './gates.repository.ts'

/** More would be slow to evaluate without adding information. */
const maxJudged = 200

type Waiting = { propertyId: string; offerId: string }

/** Pending offers of properties for sale, and accepted offers that have not exchanged; newest first. */
async function listWaiting(db: Db, companyId: string, gate: Gate): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select f.property_id as "propertyId", f.id as "offerId" from offer f
    join property p on p.company_id = f.company_id and p.id = f.property_id and p.active and p.deleted_on is null
    join property_report r on r.company_id = f.company_id and r.property_id = f.property_id
    where f.company_id = ${companyId}::uuid
      and f.state = ${gate === 'accept' ? 'P' : 'A'} and r.phase = any(${gate === 'accept' ? ['preForSale', 'forSale'] : ['sold']})
    order by f.createdon desc, f.id limit ${maxJudged}`.execute(db)
  return rows
}

/** The effect that the saved gates would have today if they blocked. */
export async function findGateEffect(db: Db, companyId: string, today: DateOnly) {
  const gates = (await templateGates(db, companyId)).map((gate) => ({ ...gate, mode: 'block' as const }))
  const of = async (gate: Gate) => {
    const waiting = await listWaiting(db, companyId, gate)
    const ids = [...new Set(waiting.map(({ propertyId }) => propertyId))]
    const properties = new Map((await loadProperties(db, companyId, ids, today)).map((one) => [one.detail._id, one]))
    const checks = await listChecksOfOffers(
      db,
      companyId,
      waiting.map(({ offerId }) => offerId),
    )
    const open = waiting.map(({ propertyId, offerId }) => {
      const property = properties.get(propertyId)
      if (!property) return 0
      const { lines } = evaluate(gate, gates, checks.get(offerId) ?? [], gateFacts(property, offerId, today))
      return lines.filter(({ state }) => state === 'open').length
    })
    return {
      waiting: waiting.length,
      lacking: open.filter((count) => count > 0).length,
      items: open.reduce((sum, count) => sum + count, 0),
    }
  }
  return { accept: await of('accept'), exchange: await of('exchange') }
}
