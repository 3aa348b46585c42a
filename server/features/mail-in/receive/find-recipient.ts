import { readBranchAddress } from '@gya/domain/features/mail-in/reply-key.ts'
import type { Db } from '../../../db/pool.ts'
import type { MailRecipient } from './accept-mail.ts'

/** The branch of an address, before its company is known; undefined if there is none, or its address is switched off. */
export async function findRecipient(db: Db, address: string, domain: string): Promise<MailRecipient | undefined> {
  const read = readBranchAddress(address, domain)
  if (read === null) return undefined
  const branch = await db
    .selectFrom('branch as b')
    .innerJoin('company as c', 'c.id', 'b.company_id')
    .select(['b.company_id', 'b.id'])
    .where('b.mail_name', '=', read.mailName)
    .where('b.mail_on', '=', true)
    .where('b.deleted_on', 'is', null)
    .where('c.deleted_on', 'is', null)
    .executeTakeFirst()
  return branch && { address: address.toLowerCase(), companyId: branch.company_id, branchId: branch.id }
}
