import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import { type GateItem } from '@gya/domain/features/gates/gates.model.ts'
import { withRegister } from '@gya/domain/features/gates/register-items.ts'
import { starterItems } from '@gya/domain/features/gates/starter-items.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Db } from '../db/pool.ts'
import { type SavedCheck, saveCheckRows, saveGateTemplateRows, saveSaleGates } from '../features/gates/gates.repository.ts'
import { itemsOfSale } from './demo-checks.ts'
import { insertAll } from './insert-all.ts'
import type { SimulatedProperty } from './simulated-property.ts'
import { momentAt } from './workdays.ts'

const item = (title: string): GateItem => {
  const found = starterItems.find((one) => one.title === title)
  if (!found) throw new Error(`There is no item ${title}.`)
  return found
}

type Team = { companyId: string; administratorId: string; progressorId: string }

/**
 * The demo company's gates: both warn, and apply to the open sales. The showcase sale has checks in every state: met, expired, overridden,
 * open, not needed.
 */
export async function insertGates(
  db: Db,
  { companyId, administratorId, progressorId }: Team,
  [showcase, ...others]: readonly SimulatedProperty[],
  present: CurrentTime,
): Promise<void> {
  const { now, today } = present
  await insertAll(db, 'gate_list', [{ company_id: companyId, createdon: now }])
  const modes = { accept: 'warn', exchange: 'warn' } as const
  await saveGateTemplateRows(db, companyId, { modes, items: withRegister(starterItems), now, userId: administratorId })
  const gatesOf = (acceptedOn: DateOnly | null) =>
    (['accept', 'exchange'] as const).map((gate) => ({
      gate,
      mode: 'warn' as const,
      items: itemsOfSale(acceptedOn, present).filter((one) => one.gate === gate),
    }))
  const isExchanged = ({ timeline }: SimulatedProperty) =>
    timeline.some(({ keyName, state }) => keyName === 'Exchanged' && state === 'C')
  const all = showcase ? [showcase, ...others] : []
  for (const simulated of all) {
    const offer = simulated.offers.find(({ state }) => state === 'A')
    const ids = { companyId, propertyId: simulated.property.id }
    if (offer && !isExchanged(simulated)) await saveSaleGates(db, ids, offer._id, gatesOf(offer.acceptedOn), now)
  }
  const offer = showcase?.offers.find(({ state }) => state === 'A')
  if (!showcase || !offer) return
  const at = (daysAgo: number) => momentAt(addDays(today, -daysAgo), 11 * 60, present).now
  const check = (title: string, daysAgo: number, more: Partial<SavedCheck>): SavedCheck => ({
    itemId: item(title)._id,
    title,
    state: 'met',
    reference: '',
    documentId: null,
    note: '',
    metOn: at(daysAgo),
    metBy: progressorId,
    expiresOn: null,
    reason: '',
    ...more,
  })
  const checks = [
    check('Vendor’s identity and AML checked', 47, { reference: 'Larkproof 88213', expiresOn: addDays(today, 318) }),
    check('Buyer’s identity and AML checked', 47, { reference: 'Larkproof 88240', expiresOn: addDays(today, -2) }),
    check('Mortgage in principle seen', 47, {
      state: 'overridden',
      metBy: administratorId,
      reason: 'The broker read it out to me; the letter follows by post.',
    }),
    check('Signed contracts from both sides', 1, { note: 'Ours is in the safe, theirs came by courier this morning.' }),
  ]
  await saveCheckRows(db, { companyId, propertyId: showcase.property.id }, offer._id, checks)
  await insertAll(
    db,
    'event',
    checks.map(({ itemId, title, state, reference, note, reason, metOn, metBy }) => ({
      company_id: companyId,
      property_id: showcase.property.id,
      id: showcase.newId(metOn ?? now),
      user_id: metBy,
      at: metOn ?? now,
      kind: state === 'overridden' ? 'gate-overridden' : 'gate-met',
      data: JSON.stringify({ offerId: offer._id, itemId, title, ...(reason ? { reason } : { reference, note }) }),
    })),
  )
}
