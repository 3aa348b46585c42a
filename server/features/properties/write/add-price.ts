import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { Pence } from '@gya/domain/common/money.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { Db } from '../../../db/pool.ts'
import type { NewEvent } from '../../events/events.repository.ts'

type Price = { price: Pence; effectiveDate: DateOnly; priceOption: number; before: Pence | null }

/** Adds an entry of the asking price in the transaction of a property's change; returns the event. */
export async function addPrice(
  { db, now, newId }: { db: Db; now: Instant; newId(): string },
  { companyId, propertyId }: PropertyIds,
  { price, effectiveDate, priceOption, before }: Price,
): Promise<NewEvent> {
  const id = newId()
  const row = {
    company_id: companyId,
    property_id: propertyId,
    id,
    price,
    effective_date: effectiveDate,
    price_option: priceOption,
  }
  await db
    .insertInto('asking_price')
    .values({ ...row, createdon: now })
    .execute()
  return { kind: 'asking-price-added', data: { askingPriceId: id, price, before, on: effectiveDate } }
}
