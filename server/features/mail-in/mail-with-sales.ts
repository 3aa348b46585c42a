import type { Instant } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { mailWaits } from '../properties/projections/mail-waits.ts'
import type { MailIds } from './mail-in.repository.ts'
import type { MailInRow } from './set-sales.ts'

export type MailSaleRow = {
  property_id: string
  branch_id: string
  state: 'filed' | 'suggested'
  reasons: unknown
  filed_on: Instant | null
  filer: string | null
  line1: string
  postcode: string
  vendor: string
  buyer: string
  waits: boolean
}

/** An e-mail with its sales and its candidates, best first, without deleted ones. */
export type LoadedMail = { mail: MailInRow; sales: MailSaleRow[] }

/** The columns `sales` of the e-mail `m`. */
export const salesOfMail = (companyId: string) => sql`(select coalesce(json_agg(one), '[]') from (
  select s.property_id, p.branch_id, s.state, s.reasons, s.filed_on, f.first_name || ' ' || f.last_name as filer, p.line1, p.postcode,
    v.first_name || ' ' || v.last_name as vendor, coalesce(nullif(p.buyer_name, ''), (select o.name from offer o
      where o.company_id = ${companyId}::uuid and o.property_id = p.id and o.state = 'A'), '') as buyer, ${mailWaits('p')} as waits
  from mail_in_sale s join property p on p.company_id = ${companyId}::uuid and p.id = s.property_id and p.deleted_on is null
  join branch b on b.company_id = ${companyId}::uuid and b.id = p.branch_id and b.deleted_on is null
  join app_user v on v.id = p.owner_id
  left join app_user f on f.id = s.filed_by
  where s.company_id = ${companyId}::uuid and s.mail_in_id = m.id and s.state <> 'removed'
  order by s.state, s.place, p.line1) one)`

export async function findMailWithSales(db: Db, { companyId, mailInId }: MailIds): Promise<LoadedMail | undefined> {
  const { rows } = await sql<MailInRow & { sales: MailSaleRow[] }>`
    select m.*, ${salesOfMail(companyId)} as sales from mail_in m
    where m.company_id = ${companyId}::uuid and m.id = ${mailInId}::uuid`.execute(db)
  return rows.map(({ sales, ...mail }) => ({ mail, sales }))[0]
}
