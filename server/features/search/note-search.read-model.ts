import type { ConversationHit, NoteHit } from '@gya/domain/features/search/search.contract.ts'
import { excerptOf, maxRankedHits, searchWords } from '@gya/domain/features/search/search.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import {
  type Counted,
  counted,
  groupOf,
  hasEveryWord,
  inScope,
  newestOf,
  ofBranches,
  place,
  rankOf,
  type SearchFor,
  type Text,
} from './search-sql.ts'

/** Number of notes searched first, which is enough for a frequent word. */
const newestNotes = 4000
/** Number of hits among them that is enough. */
const enoughNotes = 20

/** Characters of a note used for its similarity, which is the most expensive part of ranking a note. */
const comparedCharacters = 40

/**
 * Searches the newest notes first and, if there are few hits, all notes. For one word in the whole company or in one branch the
 * planner chooses well between the trigram index and the order by id. For several words or branches it overestimates the
 * number of hits.
 */
function noteHits(asked: SearchFor): { hits: Text; capped: Text } {
  const { companyId, branchIds, text } = asked
  const words = searchWords(text)
  const columns = sql`n.id, n.property_id, n.message, n.createdon`
  // Filters only by the branch of the property: with the same condition on both tables the planner underestimates the rows.
  const inReach = sql`join property_search s on s.company_id = ${companyId}::uuid and s.property_id = n.property_id and ${ofBranches('n.branch_id', asked)}`
  const ofOne = branchIds === null || branchIds.length === 1
  const every = sql`select ${columns} from note n ${inReach}
    where n.company_id = ${companyId}::uuid and ${hasEveryWord(sql`n.message`, words, 'ilike')}`
  if (ofOne && words.length === 1)
    return { hits: sql`hits as (${newestOf(every, sql`id`, asked)})`, capped: sql`count(*) over () >= ${maxRankedHits}` }
  return {
    hits: sql`
      newest as materialized (
        select ${columns} from (
          select * from note where company_id = ${companyId}::uuid and ${ofOne ? ofBranches('branch_id', asked) : sql`true`}
          order by id desc limit ${newestNotes}
        ) n ${inReach} where ${hasEveryWord(sql`n.message`, words, 'ilike')} order by n.id desc limit ${maxRankedHits}
      ),
      every as materialized (${every} and (select count(*) from newest) < ${enoughNotes}),
      hits as (
        select * from newest where (select count(*) from newest) >= ${enoughNotes}
        union all (select * from every order by id desc limit ${maxRankedHits})
      )`,
    capped: sql`count(*) over () >= ${maxRankedHits} or (select count(*) from newest) >= ${enoughNotes}`,
  }
}

export async function findNotes(db: Db, asked: SearchFor) {
  const { companyId, text, each } = asked
  const { hits, capped } = noteHits(asked)
  const name = sql`lower(left(h.message, ${comparedCharacters}))`
  const { rows } = await sql<Omit<NoteHit, 'excerpt'> & Counted & { message: string }>`
    with ${hits},
    chosen as (
      select h.*, count(*) over ()::int as total, ${capped} as capped,
        row_number() over (order by ${rankOf({ text: sql`lower(h.message)`, name, id: sql`h.id` }, asked)}) as place
      from hits h order by place limit ${each}
    )
    select h.id as "noteId", ${place} as property, h.message, h.createdon, h.total, h.capped
    from chosen h join property p on p.company_id = ${companyId}::uuid and p.id = h.property_id
    order by h.place`.execute(db)
  return groupOf(rows.map(({ message, ...row }) => ({ ...row, excerpt: excerptOf(message, searchWords(text)) })))
}

/**
 * Searches what was noted of conversations, for one sale or for all of them. As in the list of conversations, a sale in scope is
 * enough to read what was noted for all; that hit names the first of these sales. Undone conversations are not found.
 */
export async function findConversations(db: Db, asked: SearchFor) {
  const { companyId, text, each } = asked
  const words = searchWords(text)
  const columns = sql`c.id, c.party_ref, c.party_name, c.at`
  const ofOneSale = sql`select ${columns}, x.property_id, x.note from conversation_sale x
    join conversation c on c.company_id = x.company_id and c.id = x.conversation_id
    join property_search s on s.company_id = x.company_id and s.property_id = x.property_id
    where x.company_id = ${companyId}::uuid and c.undone_on is null and ${inScope('s', asked)}
      and x.note <> '' and ${hasEveryWord(sql`x.note`, words, 'ilike')}`
  const ofAllSales = sql`select ${columns}, f.property_id, c.note from conversation c
    cross join lateral (
      select x.property_id from conversation_sale x
      join property_search s on s.company_id = x.company_id and s.property_id = x.property_id
      where x.company_id = c.company_id and x.conversation_id = c.id and ${inScope('s', asked)}
      order by x.property_id limit 1) f
    where c.company_id = ${companyId}::uuid and c.undone_on is null
      and c.note <> '' and ${hasEveryWord(sql`c.note`, words, 'ilike')}`
  const name = sql`lower(left(h.note, ${comparedCharacters}))`
  const { rows } = await sql<Omit<ConversationHit, 'excerpt'> & Counted & { note: string }>`
    with hits as (
      select distinct on (id, property_id) *
      from (
        (${newestOf(ofOneSale, sql`id`, asked)}) union all (${newestOf(ofAllSales, sql`id`, asked)})
      ) found order by id, property_id
    ),
    chosen as (
      select h.*, ${counted}, row_number() over (order by ${rankOf({ text: sql`lower(h.note)`, name, id: sql`h.id` }, asked)}) as place
      from hits h order by place limit ${each}
    )
    select h.id as "conversationId", h.party_ref as ref, h.party_name as party, ${place} as property, h.note, h.at, h.total, h.capped
    from chosen h join property p on p.company_id = ${companyId}::uuid and p.id = h.property_id
    order by h.place`.execute(db)
  return groupOf(rows.map(({ note, ...row }) => ({ ...row, excerpt: excerptOf(note, words) })))
}
