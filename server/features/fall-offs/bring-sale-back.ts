import type { Instant } from '@gya/domain/common/dates.ts'
import type { SaleArchive } from '@gya/domain/features/fall-offs/sale-archive.ts'
import type { Offer } from '@gya/domain/features/properties/properties.model.ts'
import type { Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Db } from '../../db/connect.ts'
import { insertOffer, insertOfferAmount, updateOfferRow } from '../offers/offers.repository.ts'
import type { PropertyIds } from '../properties/property.read-model.ts'
import { findPocs } from '../timeline/timeline.repository.ts'

/**
 * Accepts the offer of an archived sale again, exactly as it was. An offer that somebody removed since is put back with
 * its history; one whose amount was changed since gets a further entry, as every change of an amount does.
 */
export async function restoreOffer(
  db: Db,
  ids: PropertyIds,
  { offer }: SaleArchive,
  offers: readonly Offer[],
  now: Instant,
): Promise<void> {
  const there = offers.find(({ _id }) => _id === offer._id)
  if (there) {
    await updateOfferRow(db, ids.companyId, offer)
    if (there.amount !== offer.amount)
      await insertOfferAmount(db, ids.companyId, offer._id, { amount: offer.amount, note: 'Fallen-off sale restored' }, now)
    return
  }
  const oldestFirst = offer.history.toReversed()
  await insertOffer(db, ids, offer, oldestFirst[0]?.createdon ?? now)
  for (const { amount, note, createdon } of oldestFirst)
    await insertOfferAmount(db, ids.companyId, offer._id, { amount, note }, createdon)
}

/** An archived timeline without the points of contact that were deleted since. */
export async function withoutDeletedPocs(db: Db, companyId: string, timeline: Timeline): Promise<Timeline> {
  const kept = await findPocs(
    db,
    companyId,
    timeline.flatMap(({ survey }) => survey?.contactPOC ?? []),
  )
  return timeline.map((step) =>
    step.survey?.contactPOC && !kept.includes(step.survey.contactPOC)
      ? { ...step, survey: { ...step.survey, contactPOC: null } }
      : step,
  )
}
