import type { Instant } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { type FundsFrom, noSaleFile, type SaleFileSettings } from '@gya/domain/features/sale-file/sale-file.model.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** The settings of a company; all off if it never changed them. */
export async function findSaleFile(db: Db, companyId: string): Promise<SaleFileSettings> {
  const row = await db
    .selectFrom('sale_file_settings as s')
    .leftJoin('app_user as u', 'u.id', 's.officer_user_id')
    .select(['s.checks', 's.funds_from', 's.recheck_days', 's.officer_user_id', 's.version'])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('officer'))
    .where('s.company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) return noSaleFile
  return {
    checks: row.checks,
    fundsFrom: row.funds_from as FundsFrom,
    recheckDays: row.recheck_days,
    officerId: row.officer_user_id,
    officer: row.officer,
    version: row.version,
  }
}

/** Throws SALE_FILE_OFF. */
export async function requireChecks(db: Db, companyId: string): Promise<SaleFileSettings> {
  const settings = await findSaleFile(db, companyId)
  if (!settings.checks) throw new DomainError('SALE_FILE_OFF')
  return settings
}

/** Locks the settings; creates them, all off, if the company never changed them. */
export async function lockSaleFile(db: Db, companyId: string, now: Instant) {
  await db
    .insertInto('sale_file_settings')
    .values({ company_id: companyId, createdon: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('sale_file_settings')
    .select(['version', 'createdon', 'updatedon', 'updated_by'])
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

type Saved = Pick<SaleFileSettings, 'checks' | 'fundsFrom' | 'recheckDays' | 'officerId'>

export const updateSaleFile = (
  db: Db,
  companyId: string,
  { checks, fundsFrom, recheckDays, officerId }: Saved,
  { now, userId }: { now: Instant; userId: string },
) =>
  db
    .updateTable('sale_file_settings')
    .set((set) => ({
      checks,
      funds_from: fundsFrom,
      recheck_days: recheckDays,
      officer_user_id: officerId,
      version: set('version', '+', 1),
      updatedon: now,
      updated_by: userId,
    }))
    .where('company_id', '=', companyId)
    .execute()
