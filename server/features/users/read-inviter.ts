import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Inviter } from '../../emails/opened-by.ts'
import type { Caller } from '../../http/access/caller.ts'

/** The person of a call, whom its e-mails name; a key is nobody. */
export const senderOf = (caller: Pick<Caller, 'userId' | 'key'> | null | undefined): string | null =>
  caller && !caller.key ? caller.userId : null

/** A platform admin who opens an account of a company is not of that company: then only the company is named. */
export async function readInviter(db: Db, companyId: string | null, senderId: string | null): Promise<Inviter> {
  const id = (of: string | null): RawBuilder<unknown> => sql`${of}::uuid`
  const { rows } = await sql<Inviter>`select
    (select first_name || ' ' || last_name from app_user where id = ${id(senderId)} and company_id is not distinct from ${id(companyId)}
      and erased_on is null) as name,
    (select c.name from company c where c.id = ${id(companyId)}) as "companyName"`.execute(db)
  return rows[0] ?? { name: null, companyName: null }
}
