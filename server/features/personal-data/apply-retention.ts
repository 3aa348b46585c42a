/**
 * Nightly job, see `domain/features/personal-data/personal-data.rules.ts`. Each sale is marked in its own transaction, so an
 * interrupted run continues the next night, and a sale that fails stops neither the others nor the mail of its company.
 */
import { addYears, londonDay, londonInstant } from '@gya/domain/common/dates.ts'
import { type RetentionSettings, salesRetentionCutoff } from '@gya/domain/features/personal-data/personal-data.rules.ts'
import { fullNameOf } from '@gya/domain/features/personal-data/pseudonym.ts'
import type { Database, Db } from '../../db/pool.ts'
import { releaseMailFiles } from '../../emails/outbox.ts'
import { insertSecurityEvent } from '../../http/access/security-events.ts'
import type { Clock } from '../../infra/clock.ts'
import { companyItem, forEachIsolated, inWindows } from '../../jobs/for-each-isolated.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { deleteOldChecks, findSalesWithOldChecks } from '../customer-checks/delete-checks.ts'
import { recordCompanyEvents, recordPropertyEvents } from '../events/events.repository.ts'
import { discardFile, discardFiles } from '../files/file-lifecycle.ts'
import { amendEntries } from '../record/amend-entries.ts'
import { rebindMails } from '../record/bind-mails.ts'
import { releaseFilesOf } from '../record/file/record-file.repository.ts'
import { lockSeals } from '../record/seal-entries.ts'
import {
  type ErasureContext,
  eventIdsOf,
  newPseudonym,
  rebuildErasedProperties,
  redactHits,
  releaseOriginals,
} from './erase-person.ts'
import { enableErasure, eraseAccount, lockSale, pseudonymizeAccount } from './person-search.repository.ts'
import { findPerson } from './person-search.ts'
import {
  clearOldMails,
  findOldMailsWithFiles,
  findOldSales,
  findPeopleOfSale,
  findRetention,
  findVendorToErase,
  listCompanyIds,
  lockRetention,
  markRetentionApplied,
  markSaleErased,
  type OldMails,
  pseudonymizeAuthor,
} from './retention.repository.ts'

type RetentionContext = { database: Database; clock: Clock }

/** Maximum number of sales of a company per run. The remaining ones are processed the next night. */
const maxSalesPerRun = 500
const salesPerWindow = 500

const daysBefore = (now: string, days: number): string => new Date(Date.parse(now) - days * 86_400_000).toISOString()

/** Selects messages that are old according to the settings. */
export const oldMailsOf = ({ mailDays, saleMailYears }: RetentionSettings, now: string): OldMails => ({
  before: mailDays === 0 ? null : daysBefore(now, mailDays),
  saleBefore: londonInstant(addYears(londonDay(now), -saleMailYears), '00:00'),
})

/** Also for deleted companies, whose rows are kept. */
export async function applyRetention(context: RetentionContext): Promise<void> {
  await forEachIsolated(context, {
    job: 'apply-retention',
    items: await listCompanyIds(context.database.db),
    idOf: companyItem,
    work: (companyId) => applyRetentionOfCompany(context, companyId),
  })
}

async function applyRetentionOfCompany(context: RetentionContext, companyId: string): Promise<void> {
  const { database, clock } = context
  const now = clock.now()
  const today = londonDay(now)
  const settings = await findRetention(database.db, companyId)
  const until = salesRetentionCutoff(settings, today)
  const working = { now, today, newId: () => clock.newId() }
  let sales = 0
  if (until)
    await forEachIsolated(context, {
      job: 'apply-retention',
      items: inWindows<string>(salesPerWindow, async (after) =>
        sales < maxSalesPerRun ? findOldSales(database.db, companyId, { until, after, most: salesPerWindow }) : [],
      ),
      idOf: (propertyId) => ({ companyId, key: `${companyId} ${propertyId}` }),
      work: async (propertyId) => {
        const pseudonymize = (db: Db) => pseudonymizeSale({ ...working, db }, companyId, propertyId)
        sales += Number(await database.db.transaction().execute(pseudonymize))
      },
    })
  await forEachIsolated(context, {
    job: 'apply-retention',
    items: inWindows<string>(salesPerWindow, (after) =>
      findSalesWithOldChecks(database.db, companyId, { today, after, most: salesPerWindow }),
    ),
    idOf: (propertyId) => ({ companyId, key: `${companyId} ${propertyId} checks` }),
    work: (propertyId) =>
      database.db.transaction().execute((db) => deleteOldChecks({ ...working, db, addJob: jobAdder(db) }, companyId, propertyId)),
  })
  await database.db.transaction().execute(async (db) => {
    await lockRetention(db, companyId, now)
    await lockSeals(db, companyId)
    const { mails, cleared } = await clearOldMail(db, companyId, now, oldMailsOf(settings, now))
    await enableErasure(db)
    const entryId = working.newId()
    const amended = await amendEntries(db, companyId, { by: entryId, eventIds: await rebindMails(db, companyId, cleared) })
    await markRetentionApplied(db, companyId, now)
    if (sales + mails === 0) return
    await insertSecurityEvent(
      { db, now, newId: working.newId },
      { network: null, userAgent: '', requestId: null },
      { kind: 'retention-applied', companyId, userId: null, aboutUserId: null, sessionLogId: null, data: { sales, mails } },
    )
    await recordCompanyEvents(db, { companyId, userId: null, at: now, newId: () => entryId }, [
      { kind: 'sales-aged', data: { sales, mails, ...(amended ? { amended } : {}) } },
    ])
  })
}

/** Clears the text of old messages and deletes their attachments; returns the number of messages and the ids of those about a property. */
async function clearOldMail(db: Db, companyId: string, now: string, old: OldMails) {
  const files = await releaseMailFiles(db, await findOldMailsWithFiles(db, companyId, old))
  await discardFiles({ db, now, addJob: jobAdder(db) }, files, 'original')
  return clearOldMails(db, companyId, old)
}

/**
 * Replaces the people of a sale by pseudonyms, and the vendor's account if this was their last sale. False if another
 * process did it.
 */
async function pseudonymizeSale(working: ErasureContext, companyId: string, propertyId: string): Promise<boolean> {
  const { db, now } = working
  if (!(await lockSale(db, companyId, propertyId))) return false
  const vendor = await findVendorToErase(db, companyId, propertyId)
  const people = await findPeopleOfSale(db, companyId, propertyId)
  await lockSeals(db, companyId)
  const handedOver = await releaseFilesOf(db, companyId, [propertyId])
  await discardFiles({ db, now, addJob: jobAdder(db) }, handedOver, 'original')
  const replaced = new Set<string>()
  for (const person of people)
    for (const id of (await pseudonymize(working, { companyId, propertyId }, person)).eventIds) replaced.add(id)
  if (vendor) {
    const name = `${vendor.first_name} ${vendor.last_name}`
    const person = { name, email: vendor.email, tel: vendor.tel }
    const { pseudonym, eventIds } = await pseudonymize(working, { companyId, propertyId }, person)
    for (const id of eventIds) replaced.add(id)
    await discardFile({ db, now, addJob: jobAdder(db) }, vendor.avatar, 'picture')
    await pseudonymizeAccount(db, vendor.id, pseudonym)
    for (const id of await pseudonymizeAuthor(db, companyId, vendor.id, fullNameOf(pseudonym))) replaced.add(id)
    await eraseAccount(db, vendor.id, { now, by: null })
  }
  await markSaleErased(db, companyId, propertyId, now)
  const entryId = working.newId()
  const amended = await amendEntries(db, companyId, { by: entryId, eventIds: [...replaced] })
  if (amended)
    await recordPropertyEvents(db, { companyId, userId: null, at: now, newId: () => entryId }, [
      { propertyId, kind: 'sales-aged', data: { sales: 1, amended } },
    ])
  await rebuildErasedProperties(working, companyId, { properties: [propertyId], userId: null, data: {} })
  return true
}

async function pseudonymize(
  { db, now }: ErasureContext,
  where: { companyId: string; propertyId: string },
  { name, email, tel }: { name: string; email: string; tel: string },
) {
  const only = (text: string) => (text.trim() === '' ? [] : [text])
  const pseudonym = newPseudonym()
  const person = { names: only(name), emails: only(email), tels: only(tel) }
  await enableErasure(db)
  const found = await findPerson(db, where, person, { locked: true })
  const rebound = await redactHits(db, found, pseudonym)
  await discardFiles({ db, now, addJob: jobAdder(db) }, await releaseOriginals(db, where, found), 'original')
  return { pseudonym, eventIds: [...eventIdsOf(found), ...rebound] }
}
