import { randomBytes } from 'node:crypto'
import { keyedAddress, replyKeyBytes, toReplyKey } from '@gya/domain/features/mail-in/reply-key.ts'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../db/pool.ts'

export type ReplyAddresses = {
  /** Reply-To of the message, if any. */
  replyTo: string | { name: string; address: string } | null
  /** The envelope sender; null for that of the configuration. */
  bounceTo: string | null
}

type Outgoing = {
  id: string
  company_id: string | null
  property_id: string | null
  sent_by: string | null
  reply_to: string | null
  reply_key: string | null
}

/** The domain of Message-IDs: that of incoming e-mail, else that of MAIL_FROM. */
const messageIdDomain = ({ mailIn, mailFrom }: Pick<Config, 'mailIn' | 'mailFrom'>): string =>
  mailIn.domain ?? /@([^\s@>]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'gya'

export const messageIdOf = (config: Pick<Config, 'mailIn' | 'mailFrom'>, mailId: string): string =>
  `<${mailId}@${messageIdDomain(config)}>`

/**
 * Where an e-mail about a property is answered: at the address of its branch, with a key that names the message. The key is stored, not
 * signed: a signature would end with a changed SECRET_KEY, while parties answer after months. [mail-in §1](docs/design/mail-in.md#1).
 */
export async function replyAddressesOf(db: Db, { mailIn }: Pick<Config, 'mailIn'>, mail: Outgoing): Promise<ReplyAddresses> {
  const unkeyed = { replyTo: mail.reply_to, bounceTo: null }
  if (!mailIn.domain || mail.company_id === null) return unkeyed
  const branch = await findBranchOf(db, mail.company_id, mail)
  if (!branch) return unkeyed
  const key = await keyOf(db, mail)
  return {
    replyTo: {
      name: branch.sender ?? branch.name,
      address: keyedAddress(branch.mail_name, 'reply', key, mailIn.domain),
    },
    bounceTo: mailIn.takesBounces ? keyedAddress(branch.mail_name, 'bounce', key, mailIn.domain) : null,
  }
}

/** The branch of the property, or of the first sale of the conversation, if its address is switched on. */
async function findBranchOf(db: Db, companyId: string, { id, property_id, sent_by }: Outgoing) {
  const property =
    property_id === null
      ? sql`(select s.property_id from conversation c
          join conversation_sale s on s.company_id = ${companyId}::uuid and s.conversation_id = c.id
          where c.company_id = ${companyId}::uuid and c.mail_id = ${id}::uuid order by s.property_id limit 1)`
      : sql`${property_id}::uuid`
  const { rows } = await sql<{ mail_name: string; name: string; sender: string | null }>`
    select b.mail_name, b.name,
      (select u.first_name || ' ' || u.last_name from app_user u where u.id = ${sent_by}::uuid) as sender
    from property p join branch b on b.company_id = ${companyId}::uuid and b.id = p.branch_id
    where p.company_id = ${companyId}::uuid and p.id = ${property} and b.mail_on and b.deleted_on is null`.execute(db)
  return rows[0]
}

/** The key of the message, which stays the same when it is sent again. */
async function keyOf(db: Db, { id, reply_key }: Outgoing): Promise<string> {
  if (reply_key !== null) return reply_key
  const key = toReplyKey(randomBytes(replyKeyBytes))
  await db.updateTable('mail').set({ reply_key: key }).where('id', '=', id).execute()
  return key
}
