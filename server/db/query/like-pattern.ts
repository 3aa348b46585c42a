import { searchWords } from '@gya/domain/features/search/search.rules.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** `%`, `_` and `\` are escaped ([api](docs/design/api.md), "Lists"). */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** `like` patterns for a substring, for a start and for an end. */
export const likePattern = (text: string): string => `%${escapeLike(text)}%`
export const startPattern = (text: string): string => `${escapeLike(text)}%`
export const endPattern = (text: string): string => `%${escapeLike(text)}`

/** Whether a text of `search_fold` contains each of these folded words; false if there are none. */
export const hasEveryWord = (text: RawBuilder<unknown>, words: readonly string[]) =>
  sql<SqlBool>`${sql.join(
    words.length === 0 ? [sql`false`] : words.map((word) => sql`${text} like ${likePattern(word)}`),
    sql` and `,
  )}`

/** Whether a text of `search_fold` contains every word of a typed one. */
export const hasWordsOf = (text: RawBuilder<unknown>, typed: string) => hasEveryWord(text, searchWords(typed))
