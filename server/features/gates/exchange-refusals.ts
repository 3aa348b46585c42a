import type { DateOnly } from '@gya/domain/common/dates.ts'
import { gateIssues, isBlocked } from '@gya/domain/features/gates/gates.rules.ts'
import type { Db } from '../../db/pool.ts'
import { evaluate, type GateSale, gateFacts } from './gate-of-offer.ts'
import { listChecksOfOffers, listSaleGates } from './gates.repository.ts'

/** For a preview: the sales whose gate would refuse exchange, with its sentences. `properties` are as after the change. */
export async function exchangeRefusals(
  db: Db,
  companyId: string,
  properties: readonly GateSale[],
  today: DateOnly,
): Promise<Map<string, string>> {
  const sales = properties.flatMap((sale) => {
    const offer = sale.detail.offers.find(({ state }) => state === 'A')
    return offer ? [{ sale, offerId: offer._id }] : []
  })
  if (sales.length === 0) return new Map()
  const offerIds = sales.map(({ offerId }) => offerId)
  const gates = await listSaleGates(db, companyId, offerIds)
  if (gates.size === 0) return new Map()
  const checks = await listChecksOfOffers(db, companyId, offerIds)
  return new Map(
    sales.flatMap(({ sale, offerId }): [string, string][] => {
      const facts = gateFacts(sale, offerId, today)
      const { mode, lines } = evaluate('exchange', gates.get(offerId) ?? [], checks.get(offerId) ?? [], facts)
      const sentences = gateIssues(lines).map(({ message }) => message)
      return isBlocked(mode, lines) ? [[sale.detail._id, sentences.join(' ')]] : []
    }),
  )
}
