import type { Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { ChainNews } from '@gya/domain/features/fall-offs/chain-news.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { StoredLink } from './buyer-data.ts'

/** An agent outside the company, with the contact to log a conversation with. */
export type OutsideLink = {
  position: number
  name: string
  agent: string
  tel: string
  contact: string | null
  poc: string | null
}

/** The links of a chain whose agents have to be told by telephone: links entered by hand with an agent. */
export const outsideLinks = (chain: readonly StoredLink[]): OutsideLink[] =>
  chain.flatMap(({ thisProperty, propertyRef, row }, position) => {
    const { property_name, agent_name, agent_tel, agent_contact, agent_poc } = row
    if (thisProperty || propertyRef !== null || (!agent_name && !agent_tel && !agent_contact)) return []
    const of = { name: property_name ?? '', agent: agent_name ?? '', tel: agent_tel ?? '' }
    return [{ position, ...of, contact: agent_contact ?? null, poc: agent_poc ?? null }]
  })

type NewsRow = {
  id: string
  createdon: Instant
  restored_on: Instant | null
  reason: string | null
  chain: StoredLink[] | null
  told: { news: string; position: number; on: string; by: string | null }[]
}

/** Days after which an outstanding notification is no longer shown. */
const newsDays = 30

/** The outstanding news for agents outside the company: the last fall-off of a property, or its restoration. */
export async function findChainNews(
  db: Db,
  { companyId, propertyId }: PropertyIds,
  now: Instant,
): Promise<(Omit<ChainNews, 'links'> & { links: (ChainNews['links'][number] & OutsideLink)[] }) | null> {
  const { rows } = await sql<NewsRow>`
    select f.id, f.createdon, f.restored_on, r.name as reason, f.archive -> 'chain' as chain,
      (select coalesce(jsonb_agg(jsonb_build_object('news', t.news, 'position', t.position, 'on', t.told_on,
          'by', u.first_name || ' ' || u.last_name)), '[]')
        from chain_told t left join app_user u on u.id = t.told_by
        where t.company_id = ${companyId}::uuid and t.fall_off_id = f.id) as told
    from fall_off f
    left join fall_off_reason r on r.company_id = ${companyId}::uuid and r.id = f.reason_id
    where f.company_id = ${companyId}::uuid and f.property_id = ${propertyId}::uuid
    order by coalesce(f.restored_on, f.createdon) desc, f.id desc limit 1`.execute(db)
  const [row] = rows
  if (!row) return null
  const news = row.restored_on === null ? 'fell' : 'restored'
  const on = row.restored_on ?? row.createdon
  const links = outsideLinks(row.chain ?? [])
  if (links.length === 0 || Date.parse(on) < Date.parse(now) - newsDays * 24 * 60 * 60 * 1000) return null
  const contacts = await currentNumbers(db, companyId, links)
  const told = row.told.filter((one) => one.news === news)
  return {
    fallOffId: row.id,
    news,
    on,
    reason: row.reason,
    links: links.map((link) => {
      const tick = told.find(({ position }) => position === link.position)
      const current = contacts.get(link.poc ?? link.contact ?? '')
      return {
        ...link,
        ...(current ? { agent: current.name, tel: current.tel } : {}),
        told: tick ? { on: new Date(tick.on).toISOString(), by: tick.by } : null,
      }
    }),
  }
}

/** Current name and number of agents that are contacts of the company; the chain stores former values. */
async function currentNumbers(db: Db, companyId: string, links: readonly OutsideLink[]) {
  const [contacts, pocs] = [links.flatMap(({ contact }) => contact ?? []), links.flatMap(({ poc }) => poc ?? [])]
  const { rows } = await sql<{ id: string; name: string; tel: string }>`
    select k.id, k.name, k.tel from company_contact k
    where k.company_id = ${companyId}::uuid and k.id = any(${contacts}::uuid[]) and k.deleted_on is null
    union all
    select q.id, q.name || ', ' || k.name, coalesce(nullif(q.tel, ''), k.tel) from company_contact_poc q
    join company_contact k on k.company_id = q.company_id and k.id = q.contact_id and k.deleted_on is null
    where q.company_id = ${companyId}::uuid and q.id = any(${pocs}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...who }) => [id, who]))
}

type Told = {
  fallOffId: string
  news: 'fell' | 'restored'
  position: number
  now: Instant
  userId: string
  conversationId: string | null
}

/** Returns false if they have already been told. */
export async function insertChainTold(db: Db, { companyId, propertyId }: PropertyIds, told: Told): Promise<boolean> {
  const inserted = await db
    .insertInto('chain_told')
    .values({
      company_id: companyId,
      property_id: propertyId,
      fall_off_id: told.fallOffId,
      news: told.news,
      position: told.position,
      told_on: told.now,
      told_by: told.userId,
      conversation_id: told.conversationId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('position')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The same without contact ids, which only the server needs. */
export async function readChainNewsOf(db: Db, ids: PropertyIds, now: Instant): Promise<ChainNews | null> {
  const news = await findChainNews(db, ids, now)
  return news && { ...news, links: news.links.map(({ contact: _contact, poc: _poc, ...link }) => link) }
}
