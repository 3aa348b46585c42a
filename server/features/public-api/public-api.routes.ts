import { type ApiScope, apiScopes } from '@gya/domain/access/api-scopes.ts'
import type { DateOnly } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { type OpenEventType, openFacts, openTypesOf, recordKindsOf } from '@gya/domain/features/public-api/open-event-kinds.ts'
import type { OpenProperty } from '@gya/domain/features/public-api/open-property.model.ts'
import {
  maxOpenRows,
  type OpenEvent,
  readOpenContacts,
  readOpenEvents,
  readOpenProperties,
  readOpenProperty,
  readOpenPropertyByRef,
  readOpenReport,
} from '@gya/domain/features/public-api/public-api.contract.ts'
import { propertyVisibleToKey } from '@gya/domain/features/public-api/visible-to-key.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { type Caller, scopesOf } from '../../http/access/caller.ts'
import { branchesInScope } from '../../http/access/scope.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { listContactRowsOf } from '../contacts/contacts.repository.ts'
import { toContact } from '../contacts/contacts.response.ts'
import { loadProperties } from '../properties/read/load-property.ts'
import { readReportRowsOf } from '../report/report.read-model.ts'
import { clientSource } from './client/client-source.ts'
import { readCursor, writeCursor } from './cursor.ts'
import {
  type EntryRow,
  findLastPosition,
  findPosition,
  findPropertyByRef,
  listEntries,
  listMovedContacts,
  listMovedProperties,
  listRefs,
  type Moved,
} from './open-reads.read-model.ts'

/** Incremental reads in order of position. [connect §3.7](docs/design/connect.md#3.7). */
export function publicApiRoutes(app: FastifyInstance): void {
  app.get('/api/client.ts', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('content-disposition', 'inline; filename="gya.ts"').type('text/plain; charset=utf-8').send(clientSource()),
  )

  registerRoute(app, readOpenProperties, async ({ params: { companyId }, query, caller, db, today }) => {
    const branchIds = readableBranches(caller, query.branchIds)
    return readMoved('properties', { branchIds }, query, {
      list: (after, limit) => listMovedProperties(db, { companyId, branchIds, after, limit }),
      load: (moved) => loadOpenProperties(db, { companyId, caller, today }, moved),
    })
  })

  registerRoute(app, readOpenProperty, async ({ params: { companyId, propertyId }, caller, db, today }) => {
    const position = await findPosition(db, companyId, propertyId)
    const moved = [{ id: propertyId, position, isLive: true }]
    const property = (await loadOpenProperties(db, { companyId, caller, today }, moved)).get(propertyId)
    if (!property) throw new DomainError('NOT_FOUND')
    return property
  })

  registerRoute(app, readOpenPropertyByRef, async ({ params: { companyId, system, ref }, caller, db, today }) => {
    const id = await findPropertyByRef(db, { companyId, branchIds: readableBranches(caller, undefined), system, ref })
    if (id === undefined) throw new DomainError('NOT_FOUND')
    const moved = [{ id, position: await findPosition(db, companyId, id), isLive: true }]
    const property = (await loadOpenProperties(db, { companyId, caller, today }, moved)).get(id)
    if (!property) throw new DomainError('NOT_FOUND')
    return property
  })

  registerRoute(app, readOpenReport, async ({ params: { companyId }, query, caller, db, today }) => {
    const branchIds = readableBranches(caller, query.branchIds)
    return readMoved('report', { branchIds }, query, {
      list: (after, limit) => listMovedProperties(db, { companyId, branchIds, after, limit }),
      load: async (moved) => {
        const rows = await readReportRowsOf(db, companyId, idsOf(moved), today)
        const positions = positionsOf(moved)
        return new Map(rows.map((row) => [row._id, { ...row, position: positions.get(row._id) ?? 0 }]))
      },
    })
  })

  registerRoute(app, readOpenContacts, async ({ params: { companyId }, query, db }) =>
    readMoved('contacts', {}, query, {
      list: (after, limit) => listMovedContacts(db, { companyId, after, limit }),
      load: async (moved) => {
        const rows = await listContactRowsOf(db, companyId, idsOf(moved))
        const positions = positionsOf(moved)
        return new Map(rows.map((row) => [row.id, { ...toContact(row), position: positions.get(row.id) ?? 0 }]))
      },
    }),
  )

  registerRoute(app, readOpenEvents, async ({ params: { companyId }, query, caller, db }) => {
    const branchIds = readableBranches(caller, query.branchIds)
    const types = query.kinds?.split(',') as OpenEventType[] | undefined
    const filter = { branchIds, types: types?.toSorted(), propertyId: query.propertyId }
    const after = readCursor('events', filter, query.cursor)
    const limit = query.limit ?? maxOpenRows
    const last = await findLastPosition(db, companyId)
    const kinds = recordKindsOf(types)
    const entries = await listEntries(db, { companyId, branchIds, after, limit, kinds, propertyId: query.propertyId })
    const more = entries.length === limit
    // If there are no more entries, the cursor moves past all entries that were examined.
    const position = more ? (entries.at(-1)?.position ?? after.position) : Math.max(last, entries.at(-1)?.position ?? 0)
    return {
      data: entries.flatMap((entry) => toOpenEvents(entry, types)),
      cursor: writeCursor('events', filter, { ...after, position }),
      more,
    }
  })
}

/**
 * Returns the branches that a caller may read, narrowed to the requested ones; `null` means all. The branches of a key may include
 * deleted ones, whose properties are returned as deleted.
 */
function readableBranches(caller: Caller, asked: string | undefined): string[] | null {
  const reach = caller.key ? caller.key.branchIds : branchesInScope(caller)
  const chosen = asked?.split(',') ?? null
  const branches = reach && chosen ? chosen.filter((id) => reach.includes(id)) : (chosen ?? reach)
  return branches?.toSorted() ?? null
}

type Page = { cursor?: string | undefined; limit?: number | undefined }

type Source<T> = {
  list: (after: { position: number; id: string }, limit: number) => Promise<Moved[]>
  load: (moved: readonly Moved[]) => Promise<ReadonlyMap<string, T>>
}

/** Returns a page of changed rows. Rows that can no longer be loaded are returned as deleted. */
async function readMoved<T>(what: string, filter: object, { cursor, limit = maxOpenRows }: Page, { list, load }: Source<T>) {
  const after = readCursor(what, filter, cursor)
  const found = await list(after, limit + 1)
  const page = found.slice(0, limit)
  const rows = await load(page.filter(({ isLive }) => isLive))
  const last = page.at(-1)
  return {
    data: page.map(({ id, position }) => rows.get(id) ?? { _id: id, deleted: true as const, position }),
    cursor: writeCursor(what, filter, last ? { position: last.position, id: last.id } : after),
    more: found.length > limit,
  }
}

const idsOf = (moved: readonly Moved[]) => moved.map(({ id }) => id)
const positionsOf = (moved: readonly Moved[]) => new Map(moved.map(({ id, position }) => [id, position]))

type Reader = { companyId: string; caller: Caller; today: DateOnly }

async function loadOpenProperties(
  db: Db,
  { companyId, caller, today }: Reader,
  moved: readonly Moved[],
): Promise<Map<string, OpenProperty>> {
  if (moved.length === 0) return new Map()
  const scopes: readonly ApiScope[] = scopesOf(caller) ?? apiScopes
  const positions = positionsOf(moved)
  const properties = await loadProperties(db, companyId, idsOf(moved), today)
  const refs = await listRefs(db, companyId, idsOf(moved))
  return new Map(
    properties.map(({ detail, sale: { isSold } }) => {
      const position = positions.get(detail._id) ?? 0
      return [detail._id, { ...propertyVisibleToKey(detail, scopes), isSold, position, refs: refs.get(detail._id) ?? [] }]
    }),
  )
}

const toOpenEvents = ({ id, kind, data, ...entry }: EntryRow, types: readonly OpenEventType[] | undefined): OpenEvent[] =>
  openTypesOf(kind, data)
    .filter((type) => types === undefined || types.includes(type))
    .map((type) => ({ ...entry, _id: id, type, facts: openFacts(kind, data), via: entry.via as OpenEvent['via'] }))
