import type { Instant } from '@gya/domain/common/dates.ts'
import type { EventAuthor } from '@gya/domain/features/events/event-author.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Mail } from '../../db/schema.ts'
import { type DigestedFile, type DigestedMail, type MailDigests, type MailState, mailDigests } from './mail-digest.ts'

export type BoundMail = {
  mailId: string
  eventId: string
  position: number | null
  author: EventAuthor | null
  written: MailDigests
  writtenOn: Instant
  reached: MailState | null
}

/** The entries that bind e-mails. The first one of an e-mail counts. */
export async function findBoundMails(db: Db, companyId: string, mailIds: readonly string[]): Promise<Map<string, BoundMail>> {
  if (mailIds.length === 0) return new Map()
  const { rows } = await sql<BoundMail>`
    select e.data ->> 'mailId' as "mailId", e.id as "eventId", s.position, e.author, e.data as written, e.at as "writtenOn", (
      select json_build_object('at', r.at, 'state', r.data ->> 'state') from event r
      left join event_seal t on t.company_id = r.company_id and t.event_id = r.id
      where r.company_id = ${companyId} and r.kind = 'email-state' and r.data ->> 'mailId' = e.data ->> 'mailId'
      order by t.position desc nulls first, r.at desc, r.id desc limit 1) as reached
    from event e
    left join event_seal s on s.company_id = e.company_id and s.event_id = e.id
    where e.company_id = ${companyId} and e.kind = 'email-written' and e.data ->> 'mailId' = any(${mailIds}::text[])
    order by s.position desc nulls first`.execute(db)
  return new Map(rows.map((row) => [row.mailId, row]))
}

/**
 * Writes the present hashes of e-mails into their entries, after an erasure or the retention period has replaced their text. Returns the ids
 * of the entries, which need amendments. Must be called while erasing is enabled.
 */
export async function rebindMails(db: Db, companyId: string, mailIds: readonly string[]): Promise<string[]> {
  const bound = [...(await findBoundMails(db, companyId, mailIds)).values()]
  if (bound.length === 0) return []
  const ids = bound.map(({ mailId }) => mailId)
  const mails = new Map((await findDigestedMails(db, companyId, ids)).map((mail) => [mail.id, mail]))
  const files = await findDigestedFiles(db, companyId, ids)
  const changes = bound.flatMap(({ mailId, eventId }) => {
    const mail = mails.get(mailId)
    return mail ? [{ eventId, digests: mailDigests(mail, files.get(mailId) ?? []) }] : []
  })
  await sql`
    update event e set data = e.data || c.digests
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) c ("eventId" uuid, digests jsonb)
    where e.company_id = ${companyId} and e.id = c."eventId"`.execute(db)
  return changes.map(({ eventId }) => eventId)
}

const digestedColumns = ['id', 'subject', 'recipients', 'cc', 'bcc', 'reply_to', 'body', 'html', 'keep_text', 'state'] as const

const findDigestedMails = (db: Db, companyId: string, mailIds: readonly string[]) =>
  db
    .selectFrom('mail')
    .select(digestedColumns)
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(${mailIds}::uuid[])`)
    .execute()

type StoredFile = DigestedFile & { mail_id: string; file: string }

export async function findDigestedFiles(
  db: Db,
  companyId: string,
  mailIds: readonly string[],
): Promise<Map<string, StoredFile[]>> {
  const rows = await db
    .selectFrom('mail_attachment')
    .select(['mail_id', 'file', 'file_name', 'content_type', 'sha256'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`mail_id = any(${mailIds}::uuid[])`)
    .execute()
  return Map.groupBy(rows, ({ mail_id }) => mail_id)
}

const rowColumns = ['createdon', 'sent_on', 'keeps_files', 'property_id', 'sent_by'] as const
type PropertyMail = DigestedMail & Pick<Selectable<Mail>, 'state' | (typeof rowColumns)[number]>

/** States of e-mails whose entries are not sealed yet, in the order of their times. */
export async function findWaitingStates(db: Db, companyId: string): Promise<(MailState & { mailId: string })[]> {
  const { rows } = await sql<MailState & { mailId: string }>`
    select e.data ->> 'mailId' as "mailId", e.data ->> 'state' as state, e.at
    from event_unsealed u join event e on e.company_id = u.company_id and e.id = u.event_id
    where u.company_id = ${companyId} and e.company_id = ${companyId} and e.kind = 'email-state' order by e.at, e.id`.execute(db)
  return rows
}

/** Reads the e-mails about properties in batches. */
export async function* readPropertyMails(
  db: Db,
  companyId: string,
): AsyncGenerator<{ mail: PropertyMail; files: StoredFile[] }[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const mails = await db
      .selectFrom('mail')
      .select([...digestedColumns, ...rowColumns])
      .where('company_id', '=', companyId)
      .where('property_id', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(500)
      .execute()
    const last = mails.at(-1)
    if (!last) return
    after = last.id
    const files = await findDigestedFiles(
      db,
      companyId,
      mails.map(({ id }) => id),
    )
    yield mails.map((mail) => ({ mail, files: files.get(mail.id) ?? [] }))
  }
}
