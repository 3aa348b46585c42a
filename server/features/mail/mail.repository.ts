import type { PageAsked } from '@gya/domain/common/paging.ts'
import type { Db } from '../../db/connect.ts'
import { containing } from '../../db/containing.ts'

export const listMailRows = (db: Db, page: PageAsked, textSearch: string | undefined) =>
  db
    .selectFrom('mail')
    .select(['id', 'recipients', 'subject', 'state', 'attempts', 'last_error', 'createdon', 'sent_on'])
    .select((select) => select.fn.countAll<number>().over().as('count'))
    .$if(Boolean(textSearch), (query) =>
      query.where((where) =>
        where.or([
          where('subject', 'ilike', containing(textSearch ?? '')),
          where(where.fn('array_to_string', ['recipients', where.val(' ')]), 'ilike', containing(textSearch ?? '')),
        ]),
      ),
    )
    .orderBy('createdon', 'desc')
    .orderBy('id', 'desc')
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()

export const findMail = (db: Db, id: string) => db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()
