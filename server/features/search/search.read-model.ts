import type { FirmHit, PersonHit, PropertyHit } from '@gya/domain/features/search/search.contract.ts'
import { otherSpelling, searchedDigits, searchWords } from '@gya/domain/features/search/search.rules.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { hasEveryWord, likePattern } from '../../db/query/like-pattern.ts'
import { identified } from '../properties/read/identified.ts'
import {
  type Counted,
  counted,
  groupOf,
  inScope,
  newestOf,
  ofBranches,
  place,
  rankOf,
  type SearchFor,
  type Text,
} from './search-sql.ts'

const fullName = (alias: string): Text => sql`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`

/** Matches a telephone number by its digits, otherwise every word. */
const matchesPerson = (text: Text, { text: typed }: SearchFor) => hasEveryWord(text, digitsOf(typed) ?? searchWords(typed))
const digitsOf = (typed: string): [string] | null => {
  const digits = searchedDigits(typed)
  return digits === null ? null : [digits]
}

/** Matches every word, or its other spelling at the start of a word: "ash rd" finds Ash Road. */
const matchesAddress = (text: Text, words: readonly string[]) =>
  sql<SqlBool>`${sql.join(
    words.map((word) => {
      const other = otherSpelling(word)
      return other === null
        ? sql`${text} like ${likePattern(word)}`
        : sql`(${text} like ${likePattern(word)} or ${text} like ${likePattern(` ${other}`)})`
    }),
    sql` and `,
  )}`

/**
 * "Properties (address, postcode, owner, buyer; every phase, withdrawn last)." With the same number of word starts, open sales come
 * before completed ones, which are searched less often. First the property that a typed number identifies.
 */
export async function findProperties(db: Db, asked: SearchFor) {
  const { companyId, userId, text, each } = asked
  const words = searchWords(text)
  const known = identified(companyId, text)
  const found = (matches: RawBuilder<SqlBool>) =>
    sql`select r.property_id, r.phase, r.search_text, r.address_sort from property_search r where ${inScope('r', asked)} and ${matches}`
  const withWords = newestOf(found(matchesAddress(sql`r.search_text`, words)), sql`property_id`, asked)
  const isKnown = (id: Text) => sql<SqlBool>`${id} = any(array(${known}))`
  const { rows } = await sql<PropertyHit & Counted>`
    with hits as (${known ? sql`(${withWords}) union (${found(isKnown(sql`r.property_id`))})` : withWords}),
    chosen as (
      select h.property_id, h.phase, ${counted}, row_number() over (order by ${known ? sql`${isKnown(sql`h.property_id`)} desc,` : sql``} h.phase = 'withdrawn',
        ${rankOf({ text: sql`h.search_text`, name: sql`h.address_sort`, id: sql`h.property_id`, over: sql`h.phase = 'completed'` }, asked)}) as place
      from hits h order by place limit ${each}
    )
    select p.id as "propertyId", p.branch_id as "branchId", p.line1, p.postcode, p.town, c.phase, b.name as branch,
      o.first_name || ' ' || o.last_name as owner, p.buyer_name as buyer, p.b_staff is not distinct from ${userId}::uuid as "isOwn", c.total, c.capped
    from chosen c
    join property p on p.company_id = ${companyId}::uuid and p.id = c.property_id
    join branch b on b.company_id = p.company_id and b.id = p.branch_id
    join app_user o on o.id = p.owner_id
    order by c.place`.execute(db)
  return groupOf(rows)
}

type Source = {
  kind: PersonHit['kind']
  from: Text
  id: Text
  name: Text
  tel: Text
  email: Text
  text: Text
  where: RawBuilder<SqlBool>
}

/** The sources of people. Vendors, buyers and additional contacts need a property in scope; points of contact belong to the company. */
function peopleSources(asked: SearchFor): Source[] {
  const { companyId, branchIds } = asked
  const propertyOf = (
    alias: string,
    column: string,
  ) => sql`join property_search s on s.company_id = ${sql.ref(`${alias}.company_id`)}
    and s.property_id = ${sql.ref(`${alias}.${column}`)}`
  // For callers with branches, most hits have no property in scope, which takes one look-up each. Deleted branches are in no scope.
  const owns =
    branchIds === null
      ? sql<SqlBool>`exists (select from property o join property_search s on s.company_id = o.company_id and s.property_id = o.id
          where o.owner_id = u.id and o.company_id = ${companyId}::uuid)`
      : sql<SqlBool>`exists (select from property o where o.owner_id = u.id and o.company_id = ${companyId}::uuid
          and ${ofBranches('o.branch_id', asked)} and o.deleted_on is null)`
  const worksHere =
    branchIds === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`exists (select from branch_reach r where r.company_id = ${companyId}::uuid
          and r.user_id = u.id and ${ofBranches('r.branch_id', asked)})`
  const account = sql`u.company_id = ${companyId}::uuid and u.deleted_on is null and ${matchesPerson(sql`u.search_text`, asked)}`
  return [
    {
      kind: 'vendor',
      // Ordered before the properties are joined, so that the scan ends with the newest hits. Otherwise the planner reads accounts by id,
      // including those of other companies: 47 ms instead of 7 ms for a text in 4 % of the names.
      from: sql`(select u.id, u.first_name, u.last_name, u.tel, u.email, u.placeholder, u.search_text from app_user u
        where u.type = 'VENDOR' and ${account} order by u.id desc offset 0) u`,
      name: fullName('u'),
      id: sql`u.id`,
      where: owns,
      tel: sql`u.tel`,
      email: sql`case when u.placeholder then '' else u.email end`,
      text: sql`u.search_text`,
    },
    {
      kind: 'colleague',
      from: sql`app_user u`,
      name: fullName('u'),
      id: sql`u.id`,
      where: sql<SqlBool>`u.type <> 'VENDOR' and u.deactivated_on is null and ${account} and ${worksHere}`,
      tel: sql`u.tel`,
      email: sql`u.email`,
      text: sql`u.search_text`,
    },
    {
      kind: 'buyer',
      from: sql`property p ${propertyOf('p', 'id')}`,
      name: sql`p.buyer_name`,
      id: sql`p.id`,
      where: sql<SqlBool>`p.company_id = ${companyId}::uuid and p.buyer_name <> ''
        and ${matchesPerson(sql`p.buyer_search_text`, asked)} and ${inScope('s', asked)}`,
      tel: sql`p.buyer_tel`,
      email: sql`p.buyer_email`,
      text: sql`p.buyer_search_text`,
    },
    {
      // The buyer of the accepted offer, until one is entered.
      kind: 'buyer',
      from: sql`offer f ${propertyOf('f', 'property_id')} join property p on p.company_id = f.company_id and p.id = f.property_id and p.buyer_name = ''`,
      name: sql`f.name`,
      id: sql`f.property_id`,
      where: sql<SqlBool>`f.company_id = ${companyId}::uuid and f.state = 'A'
        and ${matchesPerson(sql`f.search_text`, asked)} and ${inScope('s', asked)}`,
      tel: sql`f.tel`,
      email: sql`f.email`,
      text: sql`f.search_text`,
    },
    {
      kind: 'additional',
      from: sql`property_additional_contact a ${propertyOf('a', 'property_id')}`,
      name: fullName('a'),
      id: sql`a.id`,
      where: sql<SqlBool>`a.company_id = ${companyId}::uuid
        and ${matchesPerson(sql`a.search_text`, asked)} and ${inScope('s', asked)}`,
      tel: sql`a.tel`,
      email: sql`a.email`,
      text: sql`a.search_text`,
    },
    {
      kind: 'poc',
      from: sql`company_contact_poc k join company_contact c on c.company_id = k.company_id and c.id = k.contact_id and c.deleted_on is null`,
      name: sql`k.name`,
      id: sql`k.id`,
      where: sql<SqlBool>`k.company_id = ${companyId}::uuid and ${matchesPerson(sql`k.search_text`, asked)}`,
      tel: sql`k.tel`,
      email: sql`k.email`,
      text: sql`k.search_text`,
    },
  ]
}

/** "People (vendors, buyers, additional contacts, POCs, colleagues)." */
export async function findPeople(db: Db, asked: SearchFor) {
  const { companyId, each } = asked
  const sources = peopleSources(asked).map(
    ({ kind, from, name, id, where, tel, email, text }) =>
      sql`(${newestOf(
        sql`select ${kind}::text as kind, ${id} as id, ${name} as name, ${tel} as tel, ${email} as email, ${text} as text
        from ${from} where ${where}`,
        sql`id`,
        asked,
      )})`,
  )
  const { rows } = await sql<Omit<PersonHit, 'ref'> & Counted>`
    with hits as (${sql.join(sources, sql` union all `)}),
    chosen as (
      select h.*, ${counted}, row_number() over (order by
        ${rankOf({ text: sql`h.text`, name: sql`lower(h.name)`, id: sql`h.id` }, asked)}) as place
      from hits h order by place limit ${each}
    )
    select h.kind, h.id, h.name, h.tel, h.email, f.name as firm, coalesce(n.sales, 0) as sales, n.property, h.total, h.capped
    from chosen h
    left join lateral (
      select c.name from company_contact_poc k join company_contact c on c.company_id = k.company_id and c.id = k.contact_id
      where k.company_id = ${companyId}::uuid and k.id = h.id and h.kind = 'poc' limit 1) f on true
    left join lateral (
      select count(*)::int as sales, (array_agg(${place} order by p.id desc))[1] as property
      from (
        select o.id from property o where h.kind = 'vendor' and o.company_id = ${companyId}::uuid and o.owner_id = h.id
        union select h.id where h.kind = 'buyer'
        union select a.property_id from property_additional_contact a
          where h.kind = 'additional' and a.company_id = ${companyId}::uuid and a.id = h.id
        union select x.property_id from company_contact_poc k
          join property_contact x on x.company_id = k.company_id and x.contact_id = k.contact_id and x.poc_id = k.id
          where h.kind = 'poc' and k.company_id = ${companyId}::uuid and k.id = h.id
      ) i
      join property_search s on s.property_id = i.id and ${inScope('s', asked)}
      join property p on p.company_id = ${companyId}::uuid and p.id = i.id
    ) n on true
    order by h.place`.execute(db)
  const hits = rows.map((row) => ({
    ...row,
    ref: row.kind === 'colleague' ? null : `${row.kind}:${row.id}`,
    property: row.kind === 'poc' ? null : row.property,
  }))
  return groupOf(hits)
}

export async function findFirms(db: Db, asked: SearchFor) {
  const { companyId, each } = asked
  const { rows } = await sql<FirmHit & Counted>`
    with hits as (${newestOf(
      sql`select c.id, c.name, c.tel, c.email, c.search_text from company_contact c
        where c.company_id = ${companyId}::uuid and c.deleted_on is null and ${matchesPerson(sql`c.search_text`, asked)}`,
      sql`id`,
      asked,
    )}),
    chosen as (
      select h.*, ${counted}, row_number() over (order by
        ${rankOf({ text: sql`h.search_text`, name: sql`lower(h.name)`, id: sql`h.id` }, asked)}) as place
      from hits h order by place limit ${each}
    )
    select h.id, 'firm:' || h.id as ref, h.name, h.tel, h.email, h.total, h.capped,
      (select count(distinct x.property_id)::int from property_contact x
        join property_search s on s.property_id = x.property_id and ${inScope('s', asked)}
        where x.company_id = ${companyId}::uuid and x.contact_id = h.id) as sales
    from chosen h order by h.place`.execute(db)
  return groupOf(rows)
}
