import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import type { RecordEmail } from '@gya/domain/features/record/property-record.contract.ts'
import { deliveryWords, whyWithoutText } from '@gya/domain/features/record/record-file.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { type BoundMail, findBoundMails } from './bind-mails.ts'
import { isMailAsWritten, isMailStateAsRecorded, isMailStateUnbound } from './mail-digest.ts'

/** E-mails of a property as they were sent. [trust §2.1](docs/design/trust.md#2.1). */

type Attachment = { file: string; file_name: string; content_type: string; bytes: number; sha256: Buffer | null }

type MailRow = Awaited<ReturnType<typeof findMailRows>>[number]
export type RecordMail = MailRow & {
  attachments: Attachment[]
  withoutText: string | null
  /** What the record proves about it, if that is not everything. */
  remark: string | null
  isChanged: boolean
}

const asIds = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [])

/** Ids of the e-mails in the data of an entry. */
export const mailIdsOf = ({ mailIds, mailId }: EventData): string[] => [
  ...asIds(mailIds),
  ...(typeof mailId === 'string' ? [mailId] : []),
]

/** Finds e-mails about this property or about several sales. */
const findMailRows = (db: Db, { companyId, propertyId }: PropertyIds, mailIds: readonly string[]) =>
  db
    .selectFrom('mail as m')
    .leftJoin('app_user as u', 'u.id', 'm.sent_by')
    .select(['m.id', 'm.subject', 'm.recipients', 'm.cc', 'm.bcc', 'm.reply_to', 'm.state', 'm.createdon', 'm.sent_on'])
    .select(['m.body', 'm.html', 'm.keep_text', 'm.keeps_files', 'm.property_id', 'm.sent_by', 'u.type as role'])
    .select(sql<number>`(select count(*)::int from jsonb_object_keys(m.refused))`.as('refused'))
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('sender'))
    .where('m.company_id', '=', companyId)
    .where(sql<boolean>`m.id = any(${mailIds}::uuid[])`)
    .where((where) => where.or([where('m.property_id', '=', propertyId), where('m.property_id', 'is', null)]))
    .execute()

export async function loadRecordEmails(db: Db, ids: PropertyIds, mailIds: readonly string[]): Promise<Map<string, RecordMail>> {
  if (mailIds.length === 0) return new Map()
  const rows = await findMailRows(db, ids, mailIds)
  const files = await db
    .selectFrom('mail_attachment')
    .select(['mail_id', 'file', 'file_name', 'content_type', 'bytes', 'sha256'])
    .where('company_id', '=', ids.companyId)
    .where(sql<boolean>`mail_id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .orderBy('file_name')
    .orderBy('file')
    .execute()
  const filesOf = Map.groupBy(files, ({ mail_id }) => mail_id)
  const boundMails = await findBoundMails(
    db,
    ids.companyId,
    rows.map(({ id }) => id),
  )
  return new Map(
    rows.map((row) => {
      const isAboutOthers = row.property_id === null
      const attachments = filesOf.get(row.id) ?? []
      const bound = boundMails.get(row.id)
      const remark = isAboutOthers ? null : mailRemark(row, attachments, bound)
      const withoutText =
        remark?.isChanged === true
          ? remark.words
          : whyWithoutText({ hasText: row.body !== '', keepsText: row.keep_text, isAboutOthers })
      const author = bound?.author
      // The subject is replaced, because that of a message about several sales may name the others.
      return [
        row.id,
        {
          ...row,
          ...(bound && told(bound)),
          sender: author?.userId ? author.name : row.sender,
          role: author?.role ?? row.role,
          attachments: isAboutOthers ? [] : attachments,
          withoutText,
          remark: remark?.words ?? null,
          isChanged: remark?.isChanged === true,
        },
      ]
    }),
  )
}

/** Compares an e-mail with its entry. A text that differs is not shown: it is not what was sent. */
function mailRemark(row: MailRow, attachments: readonly Attachment[], bound: BoundMail | undefined) {
  if (!bound) return { words: 'No entry has a hash of this e-mail, so the record does not prove it.', isChanged: false }
  const entry = bound.position === null ? 'Its entry' : `Entry ${bound.position.toLocaleString('en-GB')}`
  if (!isMailAsWritten(row, attachments, bound.written))
    return { words: `This e-mail was changed after it was written. ${entry} has the hash of another one.`, isChanged: true }
  if (!isMailStateAsRecorded(row, bound))
    return {
      words: 'State or day of this e-mail were changed after they were recorded. Those of its entries are shown.',
      isChanged: false,
    }
  return isMailStateUnbound(row, bound.reached)
    ? { words: 'No entry has the state of this e-mail, so the record does not prove it.', isChanged: false }
    : null
}

/** Day and state that the entries of an e-mail tell, whatever its row says. */
const told = ({ writtenOn, reached }: BoundMail) => ({
  createdon: writtenOn,
  ...(reached && { state: reached.state, sent_on: reached.at }),
})

export const toRecordEmail = (mail: RecordMail): RecordEmail => ({
  _id: mail.id,
  subject: mail.property_id === null ? 'About several sales' : mail.subject,
  to: mail.recipients,
  cc: mail.cc,
  delivery: deliveryWords({
    state: mail.state,
    createdon: mail.createdon,
    sentOn: mail.sent_on,
    refused: mail.refused,
    recipients: new Set([...mail.recipients, ...mail.cc, ...mail.bcc]).size,
  }),
  withoutText: mail.withoutText,
  attachments: mail.attachments.map(({ file, file_name, bytes }) => ({ _id: file, fileName: file_name, bytes })),
})

/** Whether the attachments of a message are still stored. */
export const hasFiles = ({ keeps_files, state }: Pick<RecordMail, 'keeps_files' | 'state'>): boolean =>
  keeps_files || state === 'queued'
