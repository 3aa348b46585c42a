import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { CustomerSide } from '@gya/domain/features/customer-checks/customer-checks.model.ts'
import { endsSoonDays } from '@gya/domain/features/customer-checks/customer-checks.rules.ts'
import type { CustomerStateName } from '@gya/domain/features/customer-checks/customer-states.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { hasWordsOf } from '../../db/query/like-pattern.ts'
import { areChecksIn } from '../properties/read/are-checks-in.ts'
import { containsText } from '../properties/read/contains-text.ts'

export type RegisterFilters = {
  companyId: string
  branchIds: readonly string[] | null
  side: CustomerSide | undefined
  state: CustomerStateName | undefined
  endsBefore: DateOnly | undefined
  searchText: string | undefined
  today: DateOnly
  page: PageRequest
}

const all = sql<SqlBool>`true`

const isIn = (state: CustomerStateName, today: DateOnly) => areChecksIn('customer', state, today)

const ends = (today: DateOnly, before: DateOnly) => sql<SqlBool>`(${isIn('ready', today)} and k.ready_until < ${before})`

const isOpen = sql<SqlBool>`k.ended_on is null`

/** By the name of customer `k`, or by what finds property `p`; one that was deleted by its address. */
const matches = (companyId: string, text: string) => sql<SqlBool>`(${hasWordsOf(sql`k.search_text`, text)}
  or k.property_id in (select q.property_id from property_search q where q.company_id = ${companyId}::uuid and ${containsText(companyId, text, 'q')})
  or p.deleted_on is not null and ${hasWordsOf(sql`search_fold(p.line1 || ' ' || p.postcode)`, text)})`

/** A page of the register, newest first, with its number of customers and the counts of open sales: one statement. */
export async function readRegisterPage(db: Db, filters: RegisterFilters) {
  const { companyId, branchIds, side, state, endsBefore, searchText, today, page } = filters
  const customers = (conditions: readonly RawBuilder<SqlBool>[], needsProperty = false) => sql`
    from customer k ${branchIds || needsProperty ? sql`join property p on p.company_id = k.company_id and p.id = k.property_id` : sql``}
    where k.company_id = ${companyId}::uuid and ${branchIds ? sql`p.branch_id = any(${branchIds}::uuid[])` : all}
      and ${sql.join(conditions, sql` and `)}`
  const listed = customers(
    [
      state || endsBefore ? isOpen : all,
      state ? isIn(state, today) : all,
      endsBefore ? ends(today, endsBefore) : all,
      side ? sql<SqlBool>`k.side = ${side}` : all,
      searchText ? matches(companyId, searchText) : all,
    ],
    Boolean(searchText),
  )
  const number = (is: RawBuilder<SqlBool>) => sql`count(*) filter (where ${is})::int`
  const { rows } = await sql<{
    page: { id: string; propertyId: string }[]
    total: number
    counts: Record<'open' | 'toDecide' | 'endsSoon' | 'refused', number>
  }>`
    select (select count(*)::int ${listed}) as total,
      (select coalesce(json_agg(json_build_object('id', q.id, 'propertyId', q.property_id) order by q.createdon desc, q.id desc), '[]')
        from (select k.id, k.property_id, k.createdon ${listed} order by k.createdon desc, k.id desc
          limit ${page.itemsPerPage} offset ${page.itemsPerPage * page.currentPage}) q) as page,
      (select json_build_object('open', ${number(isIn('open', today))}, 'toDecide', ${number(isIn('to-decide', today))},
        'endsSoon', ${number(ends(today, addDays(today, endsSoonDays + 1)))}, 'refused', ${number(isIn('refused', today))})
        ${customers([isOpen])}) as counts`.execute(db)
  const [found] = rows
  if (!found) throw new Error('The register could not be read.')
  return found
}
