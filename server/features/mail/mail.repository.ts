import type { PageAsked } from '@gya/domain/common/paging.ts'
import type { Db } from '../../db/connect.ts'
import { containing } from '../../db/containing.ts'
import { counted } from '../../db/counted.ts'

/** The outbox, newest first; the text is looked for in subjects and addresses. */
export async function listMailRows(db: Db, page: PageAsked, textSearch: string | undefined) {
  const pattern = containing(textSearch ?? '')
  const filtered = db
    .selectFrom('mail')
    .$if(Boolean(textSearch), (query) =>
      query.where((where) =>
        where.or([
          where('subject', 'ilike', pattern),
          where(where.fn('array_to_string', ['recipients', where.val(' ')]), 'ilike', pattern),
        ]),
      ),
    )
  const rows = await filtered
    .select(['id', 'recipients', 'subject', 'state', 'attempts', 'last_error', 'createdon', 'sent_on'])
    .orderBy('createdon', 'desc')
    .orderBy('id', 'desc')
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()
  return { rows, count: await counted(filtered) }
}

export const findMail = (db: Db, id: string) => db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()
