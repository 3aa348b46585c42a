import { addDays, londonDay, weekdayOf } from '@gya/domain/common/dates.ts'
import { dueTurn } from '@gya/domain/features/week/week-mail.rules.ts'
import type { Db } from '../../db/pool.ts'
import { insertSecurityEvent } from '../../http/access/security-events.ts'
import { forEachIsolated } from '../../jobs/for-each-isolated.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import type { FileContext } from '../files/file-lifecycle.ts'
import { queueWeekPage, readWeekToMail, storeWeekPage } from './make-week-page.ts'
import {
  claimWeekMail,
  listNames,
  listWeekMails,
  listWeekReaders,
  lockWeekMail,
  updateWeekMail,
  type WeekMailRow,
} from './week-mail.repository.ts'

type JobContext = FileContext & { publicUrl: string }

const timeOf = ({ weekday, at, sent_on }: WeekMailRow) => ({ weekday, at, sentOn: sent_on })

/** Sends the pages of the week that are due, each once. */
export async function sendWeekPages(context: JobContext): Promise<void> {
  const { database, clock } = context
  const today = londonDay(clock.now())
  const weekdays = [0, 1, 2].map((late) => weekdayOf(addDays(today, -late)))
  const mails = await listWeekMails(database.db, weekdays, today)
  await forEachIsolated(context, {
    job: 'send-week-pages',
    items: mails.filter((mail) => dueTurn(timeOf(mail), clock.now()) !== null),
    idOf: ({ company_id: companyId, id }) => ({ companyId, key: id }),
    work: (mail) => sendWeekPage(context, mail),
  })
}

/** "people of the company who may open that page … who switched it off gets none." */
async function listRecipients(db: Db, { company_id: companyId, branch_id: branchId, recipients }: WeekMailRow) {
  const readers = await listWeekReaders(db, { companyId, branchId })
  return readers.filter(({ id, off }) => recipients.includes(id) && !off)
}

/**
 * One run claims the mail and makes the pages. `sent_on` and the e-mails are written in one transaction, so that a crash leaves all or
 * none, to those who may open the page at that minute. If the run fails or its process dies, another one starts `claimMinutes` later.
 */
async function sendWeekPage(context: JobContext, mail: WeekMailRow): Promise<void> {
  const { database, clock, publicUrl } = context
  const of = { companyId: mail.company_id, branchId: mail.branch_id }
  const now = clock.now()
  const today = londonDay(now)
  const day = dueTurn(timeOf(mail), now)
  if (!day || !(await claimWeekMail(database.db, mail, now))) return
  const week = await readWeekToMail(database.db, of, { period: mail.period, day, today })
  if (!week) return
  const pages = new Map<string, Awaited<ReturnType<typeof storeWeekPage>> & { type: string }>()
  for (const reader of await listRecipients(database.db, mail))
    pages.set(reader.id, { ...(await storeWeekPage(context, week, reader)), type: reader.type })
  await database.db.transaction().execute(async (db) => {
    const locked = await lockWeekMail(db, mail)
    if (locked?.version !== mail.version || dueTurn(timeOf(locked), now) !== day) return
    await updateWeekMail(db, mail, { sent_on: today })
    // What a role may see is on its page: somebody whose role has changed since gets none.
    const readers = (await listRecipients(db, locked)).filter(({ id, type }) => pages.get(id)?.type === type)
    if (readers.length === 0) return
    const [setter] = await listNames(db, of.companyId, [mail.updated_by])
    const newId = () => clock.newId()
    const sending = { ...of, setter: { id: mail.updated_by, name: setter?.name ?? week.company }, publicUrl }
    let bytes = 0
    for (const reader of readers) {
      const page = pages.get(reader.id)
      if (!page) continue
      await queueWeekPage({ db, now, newId, addJob: jobAdder(db) }, page, { ...sending, reader })
      bytes += page.file.bytes
    }
    await recordCompanyEvents(db, { companyId: of.companyId, userId: null, at: now, newId }, [
      { kind: 'week-mailed', data: { name: week.name, last: week.periods[0]?.last ?? day, recipients: readers.length } },
    ])
    const data = { branchId: of.branchId, bytes, recipients: readers.length, to: readers.map(({ id }) => id) }
    const who = { userId: mail.updated_by, aboutUserId: null, sessionLogId: null }
    await insertSecurityEvent({ db, now, newId }, byJob, { kind: 'week-mailed', companyId: of.companyId, ...who, data })
  })
}

const byJob = { network: null, userAgent: '', requestId: null }
