/**
 * "Deleting a company, branch, property or user is soft for 30 days." [domain, Record](docs/design/domain.md#record). Afterwards nothing
 * can be restored: this job deletes pictures, documents, the rows of documents, and e-mails as they arrived. Other rows stay marked as deleted, because the
 * append-only events refer to them.
 */
import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import { restorableSince } from '@gya/domain/features/deletion/deletion.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import { isFileInUse } from '../../emails/outbox.ts'
import type { Clock } from '../../infra/clock.ts'
import { companyItem, forEachIsolated } from '../../jobs/for-each-isolated.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { discardFiles } from '../files/file-lifecycle.ts'

/** Number of files released per transaction; a company has tens of thousands. */
const batchSize = 500

/** `companyId`: `null` for accounts of the platform. */
type Purged = { companyId: string | null; before: Instant }

/** Properties that were deleted before an instant, alone or with their branch or company. */
const purgeableProperties = ({ companyId, before }: Purged) => sql`
  property p
  join branch b on b.company_id = p.company_id and b.id = p.branch_id
  join company c on c.id = p.company_id
  where p.company_id = ${companyId} and least(p.deleted_on, b.deleted_on, c.deleted_on) <= ${before}`

const documents = (purged: Purged) => sql<{ file: string }>`
  with gone as (
    select d.company_id, d.id from document d
    where (d.company_id, d.property_id) in (select p.company_id, p.id from ${purgeableProperties(purged)})
    limit ${batchSize} for update of d)
  delete from document d using gone where d.company_id = gone.company_id and d.id = gone.id returning d.file`

/** Files of open proposals of deleted branches and companies; those of a deleted property were released with it. */
const proposalFiles = (purged: Purged) => sql<{ file: string }>`
  with gone as (
    select o.company_id, o.id, o.document_file from party_proposal o
    where o.document_file is not null
      and (o.company_id, o.property_id) in (select p.company_id, p.id from ${purgeableProperties(purged)})
    limit ${batchSize} for update of o)
  update party_proposal o set document_file = null from gone
  where o.company_id = gone.company_id and o.id = gone.id returning gone.document_file as file`

/** Originals of e-mails whose sales are all gone, and of those on no sale of deleted branches. */
const mailOriginals = (purged: Purged) => sql<{ file: string }>`
  with purged as (select p.id from ${purgeableProperties(purged)}),
  gone as (
    select m.id, m.raw_file from mail_in m
    where m.company_id = ${purged.companyId} and m.raw_file is not null and case m.state
      when 'filed' then m.id in (select s.mail_in_id from mail_in_sale s join purged p on p.id = s.property_id
          where s.company_id = ${purged.companyId} and s.state = 'filed')
        and not exists (select from mail_in_sale s where s.company_id = ${purged.companyId} and s.mail_in_id = m.id
          and s.state = 'filed' and s.property_id not in (select p.id from purged p))
      else m.branch_id in (select b.id from branch b join company c on c.id = b.company_id
        where b.company_id = ${purged.companyId} and least(b.deleted_on, c.deleted_on) <= ${purged.before}) end
    limit ${batchSize} for update of m)
  update mail_in m set raw_file = null from gone where m.company_id = ${purged.companyId} and m.id = gone.id
  returning gone.raw_file as file`

const propertyPictures = (purged: Purged) => sql<{ file: string }>`
  with gone as (
    select p.company_id, p.id, p.logo from ${purgeableProperties(purged)} and p.logo is not null limit ${batchSize} for no key update of p)
  update property p set logo = null from gone where p.company_id = gone.company_id and p.id = gone.id returning gone.logo as file`

const branchPictures = ({ companyId, before }: Purged) => sql<{ file: string }>`
  with gone as (
    select b.company_id, b.id, b.logo from branch b join company c on c.id = b.company_id
    where b.company_id = ${companyId} and least(b.deleted_on, c.deleted_on) <= ${before} and b.logo is not null limit ${batchSize} for no key update of b)
  update branch b set logo = null from gone where b.company_id = gone.company_id and b.id = gone.id returning gone.logo as file`

const companyPictures = ({ companyId, before }: Purged) => sql<{ file: string }>`
  with gone as (
    select c.id, c.logo from company c where c.id = ${companyId} and c.deleted_on <= ${before} and c.logo is not null limit ${batchSize} for no key update)
  update company c set logo = null from gone where c.id = gone.id returning gone.logo as file`

const avatars = ({ companyId, before }: Purged) => sql<{ file: string }>`
  with gone as (
    select u.id, u.avatar from app_user u left join company c on c.id = u.company_id
    where u.company_id is not distinct from ${companyId}::uuid and least(u.deleted_on, c.deleted_on) <= ${before} and u.avatar is not null limit ${batchSize} for no key update of u)
  update app_user u set avatar = null from gone where u.id = gone.id returning gone.avatar as file`

const fileQueries = [
  { kind: 'original', release: documents },
  { kind: 'original', release: proposalFiles },
  { kind: 'original', release: mailOriginals },
  { kind: 'picture', release: propertyPictures },
  { kind: 'picture', release: branchPictures },
  { kind: 'picture', release: companyPictures },
  { kind: 'picture', release: avatars },
] as const

type JobContext = { database: Database; clock: Clock }

/** Releases the files of data that can no longer be restored; the job `sweep-files` deletes them from the store. */
export async function purgeFiles(context: JobContext): Promise<void> {
  const before = restorableSince(context.clock.now())
  const companies = await context.database.db.selectFrom('company').select('id').orderBy('id').execute()
  await forEachIsolated(context, {
    job: 'sweep-deleted',
    items: [null, ...companies.map(({ id }) => id)],
    idOf: (companyId) => companyItem(companyId ?? platformCompanyId),
    work: async (companyId) => {
      for (const { kind, release } of fileQueries)
        while ((await purgeBatch(context, kind, release({ companyId, before }))) === batchSize) continue
    },
  })
}

/** Returns the number of released files. A document attached to an unsent e-mail is released once that is sent. */
const purgeBatch = ({ database, clock }: JobContext, kind: 'original' | 'picture', query: RawBuilder<{ file: string }>) =>
  database.db.transaction().execute(async (db) => {
    const { rows } = await query.execute(db)
    const files = kind === 'original' ? await notInOutbox(db, rows) : rows.map(({ file }) => file)
    await discardFiles({ db, now: clock.now(), addJob: jobAdder(db) }, files, kind)
    return rows.length
  })

async function notInOutbox(db: Db, rows: readonly { file: string }[]): Promise<string[]> {
  const free: string[] = []
  for (const { file } of rows) if (!(await isFileInUse(db, file))) free.push(file)
  return free
}
