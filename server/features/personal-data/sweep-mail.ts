import { mailAsideDays, mailJunkDays } from '@gya/domain/features/mail-in/receiving-limits.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { companyItem, forEachIsolated } from '../../jobs/for-each-isolated.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { discardFiles } from '../files/file-lifecycle.ts'
import { oldMailsOf } from './apply-retention.ts'
import { findRetention, listCompanyIds, type OldMails } from './retention.repository.ts'

const perTransaction = 500

/**
 * Nightly job: deletes e-mails on no sale that are old, and empties those on sales after the years for which e-mails about sales are kept.
 * [mail-in §11](docs/design/mail-in.md#11).
 */
export async function sweepMail({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  await forEachIsolated(
    { database, clock },
    {
      job: 'sweep-mail',
      items: await listCompanyIds(database.db),
      idOf: companyItem,
      work: async (companyId) => {
        const old = oldMailsOf(await findRetention(database.db, companyId), clock.now())
        for (const sweep of [deleteOld, emptyOld]) {
          let swept = perTransaction
          while (swept === perTransaction)
            swept = await database.db.transaction().execute((db) => sweep({ db, now: clock.now() }, companyId, old))
        }
      },
    },
  )
}

type SweepContext = { db: Db; now: string }
type Swept = { raw_file: string | null }

const daysBefore = (now: string, days: number) => sql`${now}::timestamptz - make_interval(days => ${days})`

/** E-mails to file by the setting of e-mails in general, `null` keeps them; those set aside and junk by days of their own, from the act. */
async function deleteOld({ db, now }: SweepContext, companyId: string, { before }: OldMails): Promise<number> {
  const { rows } = await sql<Swept>`
    with old as (
      select id from mail_in where company_id = ${companyId}::uuid and state <> 'filed'
        and case when state in ('aside', 'junk') then greatest(arrived_on, updatedon) else arrived_on end < case state
        when 'aside' then ${daysBefore(now, mailAsideDays)} when 'junk' then ${daysBefore(now, mailJunkDays)} else ${before}::timestamptz end
      order by id limit ${perTransaction} for update)
    delete from mail_in m using old where m.company_id = ${companyId}::uuid and m.id = old.id returning m.raw_file`.execute(db)
  return discardOriginals({ db, now }, rows)
}

async function emptyOld({ db, now }: SweepContext, companyId: string, { saleBefore }: OldMails): Promise<number> {
  const { rows } = await sql<Swept>`
    with old as (
      select id, raw_file from mail_in where company_id = ${companyId}::uuid and state = 'filed' and arrived_on < ${saleBefore}::timestamptz
        and (raw_file is not null or text <> '' or subject <> '')
      order by id limit ${perTransaction} for update),
    names as (delete from mail_in_file f using old where f.company_id = ${companyId}::uuid and f.mail_in_id = old.id)
    update mail_in m set raw_file = null, has_html = false, subject = '', text = '', signature = '', quoted = '' from old
    where m.company_id = ${companyId}::uuid and m.id = old.id returning old.raw_file`.execute(db)
  return discardOriginals({ db, now }, rows)
}

async function discardOriginals({ db, now }: SweepContext, rows: readonly Swept[]): Promise<number> {
  const files = rows.flatMap(({ raw_file }) => raw_file ?? [])
  await discardFiles({ db, now, addJob: jobAdder(db) }, files, 'original')
  return rows.length
}
