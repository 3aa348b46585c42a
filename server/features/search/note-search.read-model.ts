import type { ConversationHit, NoteHit } from '@gya/domain/features/search/search.contract.ts'
import { excerptOf, maxRankedHits, searchWords } from '@gya/domain/features/search/search.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { hasEveryWord } from '../../db/query/like-pattern.ts'
import { type Counted, groupOf, newestOf, ofBranches, place, rankOf, type SearchFor, type Text } from './search-sql.ts'

/** Number of notes searched first, which is enough for a frequent word. */
const newestNotes = 4000
/** Number of hits among them that is enough. */
const enoughNotes = 20

/** Characters of a note used for its similarity, which is the most expensive part of ranking a note. */
const comparedCharacters = 40

/** A table of notes `n` with `branch_id` and `search_text`. */
type NoteTable = { table: Text; id: string; columns: Text; joins: Text; where: Text }

/**
 * Searches the newest notes first and, if there are few hits, all notes. For one word in the whole company or in one branch the
 * planner chooses well between the trigram index and the order by id. For several words or branches it overestimates the
 * number of hits.
 */
function noteHits(asked: SearchFor, { table, id, columns, joins, where }: NoteTable): { hits: Text; capped: Text } {
  const { companyId, branchIds } = asked
  const words = searchWords(asked.text)
  const idOf = (alias: string) => sql.ref(`${alias}.${id}`)
  const hasWords = hasEveryWord(sql`n.search_text`, words)
  // Filters only by the branch of the property: with the same condition on both tables the planner underestimates the rows.
  const inReach = sql`join property_search s on s.company_id = ${companyId}::uuid and s.property_id = n.property_id and ${ofBranches('n.branch_id', asked)} ${joins}`
  const ofOne = branchIds === null || branchIds.length === 1
  const every = sql`select ${columns} from ${table} n ${inReach}
    where n.company_id = ${companyId}::uuid and ${where} and ${hasWords}`
  if (ofOne && words.length === 1)
    return { hits: sql`hits as (${newestOf(every, sql`id`, asked)})`, capped: sql`count(*) over () >= ${maxRankedHits}` }
  return {
    hits: sql`
      newest as materialized (
        select ${columns} from (
          select * from ${table} n where n.company_id = ${companyId}::uuid and ${ofOne ? ofBranches('n.branch_id', asked) : sql`true`} and ${where}
          order by ${idOf('n')} desc limit ${newestNotes}
        ) n ${inReach} where ${hasWords} order by ${idOf('n')} desc limit ${maxRankedHits}
      ),
      every as materialized (${every} and (select count(*) from newest) < ${enoughNotes}),
      hits as (
        select * from newest where (select count(*) from newest) >= ${enoughNotes}
        union all (select * from every order by id desc limit ${maxRankedHits})
      )`,
    capped: sql`count(*) over () >= ${maxRankedHits} or (select count(*) from newest) >= ${enoughNotes}`,
  }
}

const notes: NoteTable = {
  table: sql`note`,
  id: 'id',
  columns: sql`n.id, n.property_id, n.message, n.createdon, n.search_text`,
  joins: sql``,
  where: sql`true`,
}

export async function findNotes(db: Db, asked: SearchFor) {
  const { companyId, text, each } = asked
  const { hits, capped } = noteHits(asked, notes)
  const name = sql`left(h.search_text, ${comparedCharacters})`
  const { rows } = await sql<Omit<NoteHit, 'excerpt'> & Counted & { message: string }>`
    with ${hits},
    chosen as (
      select h.*, count(*) over ()::int as total, ${capped} as capped,
        row_number() over (order by ${rankOf({ text: sql`h.search_text`, name, id: sql`h.id` }, asked)}) as place
      from hits h order by place limit ${each}
    )
    select h.id as "noteId", ${place} as property, h.message, h.createdon, h.total, h.capped
    from chosen h join property p on p.company_id = ${companyId}::uuid and p.id = h.property_id
    order by h.place`.execute(db)
  return groupOf(rows.map(({ message, ...row }) => ({ ...row, excerpt: excerptOf(message, searchWords(text)) })))
}

/** The note of a conversation, for one of its sales or for all of them. */
const conversations = (companyId: string): NoteTable => ({
  table: sql`conversation_sale`,
  id: 'conversation_id',
  columns: sql`n.conversation_id as id, n.property_id, n.note, n.search_text`,
  joins: sql`join conversation c on c.company_id = ${companyId}::uuid and c.id = n.conversation_id and c.undone_on is null`,
  where: sql`n.search_text <> ''`,
})

/** Notes of conversations that were not undone, each with one of its sales in scope. */
export async function findConversations(db: Db, asked: SearchFor) {
  const { companyId, text, each } = asked
  const { hits, capped } = noteHits(asked, conversations(companyId))
  const name = sql`left(h.search_text, ${comparedCharacters})`
  const { rows } = await sql<Omit<ConversationHit, 'excerpt'> & Counted & { noted: string }>`
    with ${hits},
    chosen as (
      select h.*, count(*) over ()::int as total, ${capped} as capped,
        row_number() over (order by ${rankOf({ text: sql`h.search_text`, name, id: sql`h.id` }, asked)}, h.property_id) as place
      from (select distinct on (id) * from hits order by id, property_id) h order by place limit ${each}
    )
    select h.id as "conversationId", c.party_ref as ref, c.party_name as party, ${place} as property, c.at,
      concat_ws(' ', nullif(h.note, ''), nullif(c.note, '')) as noted, h.total, h.capped
    from chosen h join conversation c on c.company_id = ${companyId}::uuid and c.id = h.id
    join property p on p.company_id = ${companyId}::uuid and p.id = h.property_id
    order by h.place`.execute(db)
  return groupOf(rows.map(({ noted, ...row }) => ({ ...row, excerpt: excerptOf(noted, searchWords(text)) })))
}
