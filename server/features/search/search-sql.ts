import { maxRankedHits, searchWords } from '@gya/domain/features/search/search.rules.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * SQL shared by the groups of the palette's search. Each group is one statement: it reads the newest `maxRankedHits` rows in scope
 * that contain every word, ranks them, and joins details of the returned rows. Rows out of scope are neither
 * returned nor counted.
 */
export type SearchFor = {
  companyId: string
  userId: string
  /** `null`: all of the company. */
  branchIds: readonly string[] | null
  text: string
  /** Maximum number of hits per group. */
  each: number
}

export type Text = RawBuilder<unknown>
export type Counted = { total: number; capped: boolean }

/** Pattern of a word at the start of a text or after a separator. A regular expression takes a third of the time of `translate`. */
const beginsWord = (word: string): string => `(^|[ /(])${word.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`

/** Number of words that match the start of a word. */
const wordsBegun = (text: Text, words: readonly string[]) =>
  sql`(${sql.join(
    words.map((word) => sql`(${text} ~ ${beginsWord(word)})::int`),
    sql` + `,
  )})`

/**
 * "Words that begin a word before words inside; then similarity, then the newer." Ids are in order of creation. Rows for which `over`
 * is true come after others with the same number of word starts, before similarity, which is hardly ever equal.
 */
export const rankOf = (of: { text: Text; name: Text; id: Text; over?: Text }, { text }: SearchFor) =>
  sql`${wordsBegun(of.text, searchWords(text))} desc, ${of.over ? sql`${of.over},` : sql``} similarity(${of.name}, ${text.toLowerCase()}) desc, ${of.id} desc`

/** A single branch is compared with `=`: the planner then reads an index in its order, which it does not for a list. */
export const ofBranches = (column: string, { branchIds }: Pick<SearchFor, 'branchIds'>) => {
  if (branchIds === null) return sql<SqlBool>`true`
  const [first] = branchIds
  return branchIds.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${first}::uuid`
    : sql<SqlBool>`${sql.ref(column)} = any(${[...branchIds]}::uuid[])`
}

/** Condition for a row `alias` of `property_search`, which contains no deleted properties. */
export const inScope = (alias: string, asked: SearchFor) =>
  sql<SqlBool>`${sql.ref(`${alias}.company_id`)} = ${asked.companyId}::uuid and ${ofBranches(`${alias}.branch_id`, asked)}`

export const groupOf = <Row extends Counted>(rows: readonly Row[]) => ({
  count: rows[0]?.total ?? 0,
  more: rows[0]?.capped ?? false,
  // Omits `total` and `capped` from the response.
  data: [...rows],
})

/** Number of ranked hits, and whether there may be more. */
export const counted = sql`least(count(*) over (), ${maxRankedHits})::int as total, count(*) over () >= ${maxRankedHits} as capped`

/**
 * Selects the newest of the rows. The planner assumes that words are independent; for two words that rarely occur together it would
 * scan the whole table by id. `offset 0` makes it use the trigram index.
 */
export const newestOf = (rows: Text, id: Text, { text }: SearchFor): Text =>
  sql`select * from (${rows} ${searchWords(text).length > 1 ? sql`offset 0` : sql``}) q order by ${id} desc limit ${maxRankedHits}`

/** The identifying columns of a property `p` in a hit. */
export const place = sql`json_build_object('propertyId', p.id, 'branchId', p.branch_id, 'line1', p.line1, 'postcode', p.postcode, 'town', p.town)`
