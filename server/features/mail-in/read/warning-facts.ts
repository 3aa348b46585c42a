import { searchFold } from '@gya/domain/common/search-fold.ts'
import type { WarnedMail } from '@gya/domain/features/mail-in/warnings-of.ts'
import { sql } from 'kysely'
import { endPattern, startPattern } from '../../../db/query/like-pattern.ts'

const maxNames = 50

/** What the warnings about an e-mail depend on, as JSON. */
export function warningFactsOf(companyId: string, { fromName, from }: Pick<WarnedMail, 'fromName' | 'from'>) {
  const name = searchFold(fromName).trim()
  // `person_search_text` is the folded name, a blank, and the digits of the number.
  const named = startPattern(`${name} `)
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return sql`jsonb_build_object(
    'namesakes', (select coalesce(jsonb_agg(n), '[]') from (
      select u.first_name || ' ' || u.last_name as name, u.email from app_user u
      where ${name !== ''} and u.company_id = ${companyId}::uuid and u.deleted_on is null and u.search_text like ${named}
      union select c.name, c.email from company_contact c
      where ${name !== ''} and c.company_id = ${companyId}::uuid and c.deleted_on is null and c.search_text like ${named}
      union select k.name, k.email from company_contact_poc k
      where ${name !== ''} and k.company_id = ${companyId}::uuid and k.search_text like ${named}
      union select p.buyer_name, p.buyer_email from property p
      where ${name !== ''} and p.company_id = ${companyId}::uuid and p.buyer_name <> '' and p.buyer_search_text like ${named}
      union select b.name, b.email from branch b
      where ${name !== ''} and b.company_id = ${companyId}::uuid and b.deleted_on is null and search_fold(b.name) = ${name}
      limit ${maxNames}) n),
    'known', (select coalesce(jsonb_agg(distinct d.domain), '[]') from (
      select split_part(c.email, '@', 2) as domain from company_contact c where c.company_id = ${companyId}::uuid and c.deleted_on is null
      union select split_part(k.email, '@', 2) from company_contact_poc k where k.company_id = ${companyId}::uuid
      union select split_part(u.email, '@', 2) from app_user u
        where u.company_id = ${companyId}::uuid and u.type <> 'VENDOR' and u.deleted_on is null
      union select u.email from app_user u
        where u.company_id = ${companyId}::uuid and u.type = 'VENDOR' and u.deleted_on is null and u.email = ${from}
      union select p.buyer_email from property p where p.company_id = ${companyId}::uuid and p.buyer_email = ${from}
      ) d where d.domain <> ''),
    'earlierDigests', (select coalesce(jsonb_agg(jsonb_build_object('digest', i.digest, 'on', i.day)), '[]') from (
      select encode(m.bank_digest, 'hex') as digest, london_day(m.arrived_on) as day from mail_in m
      where m.company_id = ${companyId}::uuid and m.bank_digest is not null and m.from_email like ${endPattern(`@${domain}`)}
      order by m.arrived_on desc limit 20) i))`
}
