import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { refuseIf } from '@gya/domain/error-catalogue.ts'
import { ExpectedDates } from '@gya/domain/features/expected-dates/expected-dates.model.ts'
import { fallOffPhaseOf } from '@gya/domain/features/fall-offs/fall-off-reasons.ts'
import { whyNotFallOff } from '@gya/domain/features/sale-now/may.ts'

import { fallOff } from '@gya/domain/features/timeline/rules/sale-events.ts'
import type { Db } from '../../db/pool.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { archiveSnoozes } from '../today/snooze-parts.ts'
import { readBuyerData } from './buyer-data.ts'
import { findSaleStart } from './fall-offs.repository.ts'

type FallOffContext = { db: Db; today: DateOnly; now: Instant }

/**
 * The effect of a fall-off on a property: archived data, and steps that change. The preview shows it and the fall-off executes it; nothing
 * is written here. Null if no offer is accepted.
 */
export async function prepareFallOff({ db, today, now }: FallOffContext, property: LoadedProperty, ids: PropertyIds) {
  const { detail, timeline } = property
  const offer = detail.offers.find(({ state }) => state === 'A')
  const saleStart = offer && (await findSaleStart(db, ids, offer._id))
  if (!offer || !saleStart) return null
  const buyerData = await readBuyerData(db, ids, detail)
  return {
    offer,
    buyerData,
    phase: fallOffPhaseOf(timeline),
    changes: fallOff(timeline, saleStart, { today, now }).changes,
    archive: {
      timeline,
      saleStart,
      completionDate: detail.completionDate,
      offer,
      agreedPrice: detail.mi.agreedPrice,
      expected: ExpectedDates.parse(detail),
      lender: detail.lender,
      snoozes: await archiveSnoozes(db, ids.companyId, property),
      ...buyerData,
    },
  }
}

/** Throws the reason if the sale cannot fall off. */
export const requireFallOff = ({ detail }: LoadedProperty): void => refuseIf(whyNotFallOff(detail))
