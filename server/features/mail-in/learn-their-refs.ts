import { theirRefsIn } from '@gya/domain/features/mail-in/match-mail.ts'
import { ownWordsOf } from '@gya/domain/features/mail-in/own-words.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { MailInRow } from './set-sales.ts'

/** Stored for a reference that a firm uses for several sales, such as a sale and the purchase of one client: it names none. */
export const ambiguousRef = '00000000-0000-0000-0000-000000000000'

type Filing = {
  firmId: string | null
  removed: readonly string[]
  /** The one sale of an e-mail that a person or its key filed. */
  sure: string | null
}

/** "Our ref …" of a firm, learned from e-mails filed by key or by hand. [mail-in §3](docs/design/mail-in.md#3). */
export async function learnTheirRefs(db: Db, mail: MailInRow, { firmId, removed, sure }: Filing): Promise<void> {
  const { company_id: companyId, subject, text } = mail
  const refs = firmId === null ? [] : theirRefsIn({ subject, text: ownWordsOf(text).read, forwarded: null })
  if (refs.length === 0) return
  await sql`
    delete from external_ref where company_id = ${companyId}::uuid and system = ${firmId} and kind = 'their-ref'
      and ref = any(${refs}::text[]) and object_id = any(${removed}::uuid[])`.execute(db)
  if (sure === null) return
  await sql`
    insert into external_ref (company_id, system, kind, ref, object_id)
    select ${companyId}::uuid, ${firmId}, 'their-ref', r.ref, ${sure}::uuid from unnest(${refs}::text[]) r (ref)
    on conflict (company_id, system, kind, ref) do update set object_id =
      case external_ref.object_id when excluded.object_id then excluded.object_id else ${ambiguousRef}::uuid end`.execute(db)
}
