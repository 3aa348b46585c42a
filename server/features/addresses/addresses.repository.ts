import type { Address } from '@gya/domain/common/address.ts'
import type { Places } from '@gya/domain/features/addresses/addresses.rules.ts'
import { searchWords } from '@gya/domain/features/search/search.rules.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { hasEveryWord, likePattern } from '../../db/query/like-pattern.ts'
import { streetLines, townLines } from './price-paid-places.ts'

type AddressSearch = {
  companyId: string
  /** Limits properties to these branches; null for all. */
  branchIds: string[] | null
  text: string
}

const maxAddresses = 6

/** Every word is the start of a word of the address, so that "27" does not match 127. Postcodes match with and without space. */
const matchesEveryWord = (words: readonly string[]) => {
  const text = sql`search_fold(concat_ws(' ', '', a.line1, a.line2, a.town, a.county, a.postcode, replace(a.postcode, ' ', '')))`
  return sql<SqlBool>`${sql.join(
    words.map((word) => sql`${text} like ${likePattern(` ${word}`)}`),
    sql` and `,
  )}`
}

/** 14 sorts before 14a (a space sorts before a letter), and both before 145. Nine digits fit into an integer. */
const houseNumber = sql`substring(d.line1 from '^[0-9]{1,9}')::int`

/**
 * Addresses of a company's properties in scope, contacts and branches, and its own. Properties are found by the index of
 * their search text; the others are a few hundred rows.
 */
export async function findCompanyAddresses(db: Db, { companyId, branchIds, text }: AddressSearch): Promise<Address[]> {
  const words = searchWords(text)
  if (words.length === 0) return []
  const inBranches = branchIds === null ? sql`true` : sql`r.branch_id = any(${branchIds}::uuid[])`
  const inSearchText = hasEveryWord(sql`r.search_text`, words)
  const { rows } = await sql<Address>`
    select d.* from (select distinct a.line1, a.line2, a.town, a.county, a.country, a.postcode from (
      select p.line1, p.line2, p.town, p.county, p.country, p.postcode from property_search r
      join property p on p.company_id = r.company_id and p.id = r.property_id
      where r.company_id = ${companyId} and ${inBranches} and ${inSearchText}
      union all
      select k.line1, k.line2, k.town, k.county, k.country, k.postcode from company_contact k
      where k.company_id = ${companyId} and k.deleted_on is null and k.line1 is not null
      union all
      select b.line1, b.line2, b.town, b.county, b.country, b.postcode from branch b
      where b.company_id = ${companyId} and b.deleted_on is null
      union all
      select c.line1, c.line2, c.town, c.county, c.country, c.postcode from company c where c.id = ${companyId}
    ) a where ${matchesEveryWord(words)}) d
    order by ${houseNumber} nulls last, lower(d.line1) collate "C", d.postcode limit ${maxAddresses}`.execute(db)
  return rows
}

const fieldsOf = (lines: string): string[][] =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split('|'))
const sectorsOf = (text = ''): string[] => text.split(',')

/** About 1,500 short rows, scanned at each lookup. */
export const places: Places = {
  streets: fieldsOf(streetLines).map(([street = '', locality = '', town = '', sectors]) => ({
    street,
    locality,
    town,
    sectors: sectorsOf(sectors),
  })),
  towns: fieldsOf(townLines).map(([town = '', sectors]) => ({ town, sectors: sectorsOf(sectors) })),
}
