import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { countRows } from '../../db/query/coalesced-count.ts'
import { likePattern } from '../../db/query/like-pattern.ts'

/** The outbox, newest first, optionally searched by subject and address. */
export async function listMailRows(db: Db, page: PageRequest, textSearch: string | undefined) {
  const pattern = likePattern(textSearch ?? '')
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
  return { rows, count: await countRows(filtered) }
}

const attachmentNames = sql<
  string[]
>`array(select file_name from mail_attachment a where a.mail_id = m.id order by file_name)`.as('attachments')

export const findMail = (db: Db, id: string) => db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()

export const findMailFiles = (db: Db, mailId: string) =>
  db
    .selectFrom('mail_attachment')
    .select(['file', 'file_name', 'bytes'])
    .where('mail_id', '=', mailId)
    .orderBy('file_name')
    .orderBy('file')
    .execute()

/** The messages of a property, newest first. */
export async function listPropertyMailRows(db: Db, { companyId, propertyId }: PropertyIds, page: PageRequest) {
  const about = db.selectFrom('mail as m').where('m.company_id', '=', companyId).where('m.property_id', '=', propertyId)
  const rows = await about
    .leftJoin('app_user as u', 'u.id', 'm.sent_by')
    .selectAll('m')
    .select(['u.first_name', 'u.last_name'])
    .select(attachmentNames)
    .orderBy('m.createdon', 'desc')
    .orderBy('m.id', 'desc')
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()
  return { rows, count: await countRows(about) }
}
