import type { NamedFactor, Said } from '@gya/domain/features/forecast/forecast.model.ts'
import type { SaleTraits } from '@gya/domain/features/forecast/learning.ts'
import type { Db } from '../../db/pool.ts'
import { changedBetween, listChangingEntries } from './changed-by.ts'
import type { LearnedTables } from './learned-tables.repository.ts'

const weeksShown = 12

type Sale = { companyId: string; propertyId: string; saleId: string }

/** The forecasts of a sale, newest first, each with the entry that changed it since the one before. `now`: the forecast of today. */
export async function listEarlierForecasts(db: Db, sale: Sale, now: Omit<Said, 'because' | 'eventId'>): Promise<Said[]> {
  const kept = await db
    .selectFrom('sale_forecast_week')
    .select(['on_day', 'half_by', 'by_80'])
    .where('company_id', '=', sale.companyId)
    .where('sale_id', '=', sale.saleId)
    .where('on_day', '<', now.onDay)
    .orderBy('on_day', 'desc')
    .limit(weeksShown)
    .execute()
  const said = [now, ...kept.map(({ on_day, half_by, by_80 }) => ({ onDay: on_day, halfBy: half_by, by80: by_80 }))]
  const oldest = kept.at(-1)?.on_day
  const entries = oldest === undefined ? [] : await listChangingEntries(db, sale, oldest)
  return said.map((one, index) => ({ ...one, ...changedBetween(entries, said[index + 1]?.onDay ?? null, one.onDay) }))
}

/** The named factors of branch and firms in the forecast of a sale. */
export async function namedFactors(
  db: Db,
  companyId: string,
  learned: LearnedTables,
  traits: SaleTraits,
): Promise<NamedFactor[]> {
  const kinds = [
    'branch',
    'vendorFirm',
    'buyerFirm',
    ...(traits.lender === null ? (['broker'] as const) : (['lender'] as const)),
  ] as const
  const acting = kinds.flatMap((kind) => {
    const id = traits[kind]
    const factor = id === null ? undefined : learned.factors[kind].get(id)
    return id !== null && factor ? [{ kind, id, factor }] : []
  })
  if (acting.length === 0) return []
  const ids = acting.map(({ id }) => id)
  const [branches, contacts, lenders] = await Promise.all([
    db.selectFrom('branch').select(['id', 'name']).where('company_id', '=', companyId).where('id', 'in', ids).execute(),
    db.selectFrom('company_contact').select(['id', 'name']).where('company_id', '=', companyId).where('id', 'in', ids).execute(),
    db.selectFrom('lender').select(['id', 'name']).where('company_id', '=', companyId).where('id', 'in', ids).execute(),
  ])
  const names = new Map([...branches, ...contacts, ...lenders].map(({ id, name }) => [id, name]))
  return acting.map(({ kind, id, factor: { observed, expected, factor } }) => ({
    kind,
    name: names.get(id) ?? '',
    done: observed,
    expected,
    factor,
  }))
}
