import { maxRankedHits, searchWords } from '@gya/domain/features/search/search.rules.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { likePattern } from '../../db/query/like-pattern.ts'

/**
 * SQL that the groups of the palette's search share: each is one statement that reads the newest `maxRankedHits` rows in scope
 * that have every word, ranks them, and looks up the details of the rows it returns. Whatever is out of scope is neither
 * returned nor counted.
 */
export type SearchFor = {
  companyId: string
  userId: string
  /** Null: all of the company. */
  branchIds: readonly string[] | null
  text: string
  /** Hits of a group. */
  each: number
}

export type Text = RawBuilder<unknown>
export type Counted = { total: number; capped: boolean }

/** "Every word must be there." `like` for a text in lower case: `ilike` converts each row again, which takes a third of the search. */
export const hasEveryWord = (text: Text, words: readonly string[], compare: 'like' | 'ilike') =>
  sql<SqlBool>`${sql.join(
    words.map((word) => sql`${text} ${compare === 'like' ? sql`like` : sql`ilike`} ${likePattern(word)}`),
    sql` and `,
  )}`

/** A word at the start of a text or after a character that separates words. A regular expression takes a third of what `translate` takes. */
const beginsWord = (word: string): string => `(^|[ /('’-])${word.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`

/** How many of the words begin a word of the text. */
const wordsBegun = (text: Text, words: readonly string[]) =>
  sql`(${sql.join(
    words.map((word) => sql`(${text} ~ ${beginsWord(word)})::int`),
    sql` + `,
  )})`

/**
 * "Words that begin a word before words inside; then similarity, then the newer." Ids are in order of creation. What is `over`
 * comes after the others that have as many words begun: similarity is hardly ever equal, it mostly tells lengths apart.
 */
export const rankOf = (of: { text: Text; name: Text; id: Text; over?: Text }, { text }: SearchFor) =>
  sql`${wordsBegun(of.text, searchWords(text))} desc, ${of.over ? sql`${of.over},` : sql``} similarity(${of.name}, ${text.toLowerCase()}) desc, ${of.id} desc`

/** One branch is compared as one: the planner reads an index by it in the index's order, which it does not for a list. */
export const ofBranches = (column: string, { branchIds }: Pick<SearchFor, 'branchIds'>) => {
  if (branchIds === null) return sql<SqlBool>`true`
  const [first] = branchIds
  return branchIds.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${first}::uuid`
    : sql<SqlBool>`${sql.ref(column)} = any(${[...branchIds]}::uuid[])`
}

/** `alias` is a row of `property_search`: all that exist, without deleted ones. */
export const inScope = (alias: string, asked: SearchFor) =>
  sql<SqlBool>`${sql.ref(`${alias}.company_id`)} = ${asked.companyId}::uuid and ${ofBranches(`${alias}.branch_id`, asked)}`

export const groupOf = <Row extends Counted>(rows: readonly Row[]) => ({
  count: rows[0]?.total ?? 0,
  more: rows[0]?.capped ?? false,
  // The response leaves `total` and `capped` out.
  data: [...rows],
})

/** Number of ranked hits, and whether there may be more. */
export const counted = sql`least(count(*) over (), ${maxRankedHits})::int as total, count(*) over () >= ${maxRankedHits} as capped`

/**
 * The newest of the rows. The planner takes words to be independent of each other; of two that hardly meet it would walk the
 * whole table by id. With `offset 0` it reads what has them by the trigram index.
 */
export const newestOf = (rows: Text, id: Text, { text }: SearchFor): Text =>
  sql`select * from (${rows} ${searchWords(text).length > 1 ? sql`offset 0` : sql``}) q order by ${id} desc limit ${maxRankedHits}`
