import { type Instant, showDateTime } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { eventAuthorName } from '../events/events.repository.ts'

type Told = { id: string; kind: string; data: EventData }

const textOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : [])

/** Finds related facts: when a conversation was withdrawn, and when a deleted note was written and changed. */
export async function findEntryRemarks(db: Db, ids: PropertyIds, entries: readonly Told[]): Promise<Map<string, string[]>> {
  const logged = entries.filter(({ kind }) => kind === 'conversation-logged')
  const taken = await findTakenBack(
    db,
    ids,
    logged.flatMap(({ data }) => textOf(data.conversationId)),
  )
  const removed = entries.filter(({ kind }) => kind === 'note-removed')
  const wordings = await findWordings(
    db,
    ids,
    removed.flatMap(({ data }) => textOf(data.noteId)),
  )
  return new Map<string, string[]>([
    ...logged.flatMap(({ id, data }): [string, string[]][] => {
      const on = taken.get(String(data.conversationId))
      return on === undefined ? [] : [[id, [`Taken back ${showDateTime(on)}.`]]]
    }),
    ...removed.map(({ id, data }): [string, string[]] => [id, wordingRemarks(wordings.get(String(data.noteId)) ?? [])]),
  ])
}

async function findTakenBack(db: Db, ids: PropertyIds, conversationIds: readonly string[]): Promise<Map<string, Instant>> {
  if (conversationIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; on: Instant }>`
    select e.data ->> 'conversationId' as id, e.at as on from event e
    where e.company_id = ${ids.companyId} and e.property_id = ${ids.propertyId} and e.kind = 'conversation-taken-back'
      and e.data ->> 'conversationId' = any(${conversationIds}::text[])`.execute(db)
  return new Map(rows.map(({ id, on }) => [id, on]))
}

type Wording = { noteId: string; kind: string; at: Instant; author: string | null; position: number | null }

async function findWordings(db: Db, ids: PropertyIds, noteIds: readonly string[]): Promise<Map<string, Wording[]>> {
  if (noteIds.length === 0) return new Map()
  const { rows } = await sql<Wording>`
    select e.data ->> 'noteId' as "noteId", e.kind, e.at, ${eventAuthorName} as author, s.position
    from event e
    left join event_seal s on s.company_id = e.company_id and s.event_id = e.id
    where e.company_id = ${ids.companyId} and e.property_id = ${ids.propertyId} and e.kind in ('note-added', 'note-updated')
      and e.data ->> 'noteId' = any(${noteIds}::text[])
    order by e.at, e.id`.execute(db)
  return Map.groupBy(rows, ({ noteId }) => noteId)
}

const entryWords = ({ position }: Wording): string => (position === null ? '' : `, entry ${position.toLocaleString('en-GB')}`)

/** "Written 22/10/2025 14:06 by Tamsin Larkspur, entry 46,902. Changed once, entry 46,915." */
function wordingRemarks(wordings: readonly Wording[]): string[] {
  const written = wordings.find(({ kind }) => kind === 'note-added')
  const changes = wordings.filter(({ kind }) => kind === 'note-updated')
  const times = changes.length === 1 ? 'once' : `${changes.length} times`
  return [
    ...(written ? [`Written ${showDateTime(written.at)} by ${written.author ?? 'nobody'}${entryWords(written)}.`] : []),
    ...(changes.length > 0 ? [`Changed ${times}${entryWords(changes.at(-1) as Wording)}.`] : []),
  ]
}
