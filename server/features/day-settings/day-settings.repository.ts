import type { DaySettings } from '@gya/domain/features/day-settings/day-settings.contract.ts'
import { defaultDaySettings } from '@gya/domain/features/day-settings/default-day-settings.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DaySettings as DaySettingsTable } from '../../db/schema.ts'

type Settings = Omit<DaySettings, 'version'>

const settingsOf = (row: Selectable<DaySettingsTable>): Settings => ({
  vendorSilence: row.vendor_silence,
  vendorSilenceForSale: row.vendor_silence_for_sale,
  buyerSilence: row.buyer_silence,
  updateEvery: row.update_every,
  nextSpoke: row.next_spoke,
  nextMessage: row.next_message,
  nextEmail: row.next_email,
})

const columnsOf = (settings: Settings) => ({
  vendor_silence: settings.vendorSilence,
  vendor_silence_for_sale: settings.vendorSilenceForSale,
  buyer_silence: settings.buyerSilence,
  update_every: settings.updateEvery,
  next_spoke: settings.nextSpoke,
  next_message: settings.nextMessage,
  next_email: settings.nextEmail,
})

/** The settings of a company; the defaults if it never changed them. */
export async function findDaySettings(db: Db, companyId: string): Promise<DaySettings> {
  const row = await db.selectFrom('day_settings').selectAll().where('company_id', '=', companyId).executeTakeFirst()
  return row ? { ...settingsOf(row), version: row.version } : { ...defaultDaySettings, version: 1 }
}

/** Locks the settings; creates them with the defaults if the company never changed them. */
export async function lockDaySettings(db: Db, companyId: string, now: string) {
  await db
    .insertInto('day_settings')
    .values({ company_id: companyId, ...columnsOf(defaultDaySettings), updatedon: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('day_settings')
    .selectAll()
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { row: { ...row, createdon: row.updatedon }, before: settingsOf(row) }
}

export const updateDaySettings = (
  db: Db,
  companyId: string,
  settings: Settings,
  saved: { now: string; userId: string },
): Promise<unknown> =>
  db
    .updateTable('day_settings')
    .set((set) => ({
      ...columnsOf(settings),
      updatedon: saved.now,
      updated_by: saved.userId,
      version: set('version', '+', 1),
    }))
    .where('company_id', '=', companyId)
    .execute()
