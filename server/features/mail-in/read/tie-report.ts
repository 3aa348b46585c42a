import { showDateTime } from '@gya/domain/common/dates.ts'
import { type DeliveryReport, reachedBy } from '@gya/domain/features/mail-in/delivery-report.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { ownMailIds } from './match-facts.ts'

type Reported = {
  db: Db
  companyId: string
  report: DeliveryReport | null
  keys: readonly string[]
  references: readonly string[]
}

export type TiedReport = {
  mailId: string
  key: string | null
  messageId: string
  recipients: DeliveryReport['recipients']
}

/**
 * The e-mail of ours that a report is about: by the key in its envelope, else by the Message-ID that it returns. "A bounce ties only to a
 * message that went to that address." [mail-in §7.8](docs/design/mail-in.md#7.8).
 */
export async function tieReport({ db, companyId, report, keys, references }: Reported): Promise<TiedReport | null> {
  if (report === null || report.action === 'other') return null
  const messageIds = [...report.messageIds, ...references]
  const { rows } = await sql<{ id: string; reply_key: string | null; sentTo: string[]; isByKey: boolean }>`
    select m.id, m.reply_key, m.reply_key is not null and m.reply_key = any(${keys}::text[]) as "isByKey",
      array(select distinct lower(a) from unnest(m.recipients || m.cc || m.bcc) a) as "sentTo"
    from mail m where m.company_id = ${companyId}::uuid
      and (m.reply_key = any(${keys}::text[]) or m.id = any(${ownMailIds(messageIds)}::uuid[]))
    order by "isByKey" desc`.execute(db)
  for (const { id, reply_key: key, ...sent } of rows) {
    const recipients = reachedBy(report, sent)
    if (recipients.length > 0)
      return { mailId: id, key, messageId: messageIds.find((one) => one.startsWith(`${id}@`)) ?? `${id}@`, recipients }
  }
  return null
}

/** Marks the addresses at the e-mail: "550 5.1.1 User unknown (28/11/2026 10:42)". Those that were marked before stay as they are. */
export async function markNotArrived(
  db: Db,
  { companyId, at }: { companyId: string; at: string },
  { mailId, recipients }: TiedReport,
): Promise<void> {
  const refused = Object.fromEntries(
    recipients.map(({ address, words }) => [address, `${words || 'It did not arrive.'} (${showDateTime(at)})`]),
  )
  await sql`update mail set refused = ${JSON.stringify(refused)}::jsonb || refused
    where company_id = ${companyId}::uuid and id = ${mailId}::uuid`.execute(db)
}
