import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { acceptedOnOf } from '@gya/domain/features/timeline/accepted-on.ts'
import { type Sale, whyNotChangeSale } from '@gya/domain/features/timeline/rules/sale-contradictions.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { describeLeft, describeUndoConflict, listSome, whyNotUndo, whyNotUndoSent } from '@gya/domain/features/undo/undo.rules.ts'
import type { FastifyInstance } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import { registerRoute } from '../../http/route/register-route.ts'
import { type NewEvent, recordCompanyEvents } from '../events/events.repository.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { recordAboutProperties } from '../properties/write/record-about-property.ts'
import { authorOf, lockAndLoad, type PropertyEvents, saveProperties } from '../properties/write/save-properties.ts'
import { lockOwnUndo, markUndone, type UndoPart } from './undo.repository.ts'
import { registerPropertyParts } from './undo-property-parts.ts'
import { type Overtaken, type UndoContext, undoPartKind } from './undo-registry.ts'

export function undoRoutes(app: FastifyInstance): void {
  registerPropertyParts()

  registerRoute(app, undoChange, async (handler) => {
    const { params, body, db, caller, now, today, newId, addJob } = handler
    const own = await lockOwnUndo(db, { ...params, userId: caller.userId })
    if (!own) throw new DomainError('NOT_FOUND')
    refuseIf(whyNotUndo({ at: own.at, undoneOn: own.undone_on }, now))
    const recorded = own.parts as unknown as UndoPart[]
    const propertyIds = [...new Set(recorded.flatMap(({ propertyId }) => propertyId ?? []))]
    const author = authorOf(handler, params.companyId)
    const mayMiss = new Set(recorded.flatMap(({ propertyId, each }) => (each && propertyId) || []))
    const properties = await lockAndLoad(author, { ids: propertyIds, within: caller, mayMiss })
    const said: string[] = []
    const say = (sentence: string) => void said.push(sentence)
    const context: UndoContext = { db, ...params, caller, now, today, newId, addJob, properties, say }
    const there = recorded.filter(({ propertyId }) => propertyId === null || properties.has(propertyId))
    const { kept, hasSent } = await withoutSent(context, runsOfOneKind(there), body.rest === true)
    const { kept: groups, left } = await withoutOvertaken(context, kept)
    const stays = await describeThose(context, propertyIds, left)
    if (groups.every(({ kind }) => undoPartKind(kind).follows) && recorded.length > 0)
      throw new DomainError('UNDO_OVERTAKEN', stays === '' ? {} : { message: `${stays}.` })
    await refuseOvertaken(context, groups)

    const undone: NewEvent = { kind: 'undone', data: { description: own.description, undoId: params.undoId } }
    const changed = await undoBackwards(context, groups, undone, async (changes) => {
      const { saved } = await saveProperties('undo', author, { loaded: properties }, async () => ({ changes, result: null }))
      for (const after of saved.values()) {
        const before = properties.get(after.detail._id) ?? after
        refuseIf(whyNotChangeSale(saleOf(before), saleOf(after), today))
      }
    })
    const isUndone = new Set(groups.flatMap(({ parts }) => parts.map(({ propertyId }) => propertyId)))
    const others = propertyIds.filter((id) => isUndone.has(id) && !changed.has(id))
    if (others.length > 0)
      await recordAboutProperties(context, params.companyId, others, async () =>
        others.map((propertyId) => ({ propertyId, events: [undone] })),
      )
    if (propertyIds.length === 0)
      await recordCompanyEvents(db, { companyId: params.companyId, userId: caller.userId, at: now, newId }, [undone])
    await markUndone(db, { ...params, now })
    return {
      description: `${hasSent ? 'Undone, but for what was sent' : 'Undone'}: ${own.description}${stays && `. Not undone: ${stays}`}${said.map((sentence) => `. ${sentence}`).join('')}`,
    }
  })
}

const saleOf = ({ detail, timeline }: LoadedProperty): Sale => ({
  timeline,
  completionDate: detail.completionDate,
  acceptedOn: acceptedOnOf(detail.offers),
})

type Run = { kind: string; parts: UndoPart[] }

/** Consecutive parts of one kind are undone together. */
function runsOfOneKind(parts: readonly UndoPart[]): Run[] {
  const runs: Run[] = []
  for (const part of parts) {
    const last = runs.at(-1)
    if (last?.kind === part.kind) last.parts.push(part)
    else runs.push({ kind: part.kind, parts: [part] })
  }
  return runs
}

/** Throws MAIL_ALREADY_SENT, unless the caller wants everything else undone; its detail `rest` tells whether there is anything else. */
async function withoutSent(
  context: UndoContext,
  runs: readonly Run[],
  rest: boolean,
): Promise<{ kept: Run[]; hasSent: boolean }> {
  const kept: Run[] = []
  const names: string[] = []
  for (const { kind, parts } of runs) {
    const sent = (await undoPartKind(kind).sent?.(context, parts)) ?? []
    names.push(...sent.map((part) => undoPartKind(kind).describeSent?.(part) ?? 'an e-mail'))
    const remaining = parts.filter((part) => !sent.includes(part))
    if (remaining.length > 0) kept.push({ kind, parts: remaining })
  }
  const hasRest = kept.length > 0
  const why = whyNotUndoSent(names.length, rest && hasRest)
  if (why) throw new DomainError(why, { ...describeSent(names), ...(hasRest ? { details: { rest: 'true' } } : {}) })
  return { kept, hasSent: names.length > 0 }
}

/** `sales`: why each stays as it is. */
type Left = { sales: Map<string, Why>; names: { name: string; why: Why }[] }
type Why = 'changed' | { gone: string }
const whyOf = ({ gone }: Overtaken): Why => (gone === undefined ? 'changed' : { gone })

/** Leaves out parts that may stay as they are; where that is a field of the sale, all parts of the sale. */
async function withoutOvertaken(context: UndoContext, runs: readonly Run[]): Promise<{ kept: Run[]; left: Left }> {
  const overtaken = new Map<UndoPart, Overtaken>()
  const sales = new Map<string, Why>()
  for (const { kind, parts } of runs)
    for (const one of (await undoPartKind(kind).overtaken?.(context, parts)) ?? []) {
      overtaken.set(one.part, one)
      if (one.name === undefined && one.part.propertyId !== null) sales.set(one.part.propertyId, whyOf(one))
    }
  const isOfLeftSale = ({ propertyId }: UndoPart) => propertyId !== null && sales.has(propertyId)
  const stays = (part: UndoPart) => overtaken.has(part) || (part.each && isOfLeftSale(part))
  const kept = runs.flatMap(({ kind, parts }) => {
    const remaining = parts.filter((part) => !stays(part))
    return remaining.length > 0 ? [{ kind, parts: remaining }] : []
  })
  const names = [...overtaken.values()].flatMap((one) =>
    one.name !== undefined && !isOfLeftSale(one.part) ? [{ name: one.name, why: whyOf(one) }] : [],
  )
  return { kept, left: { sales, names } }
}

/** "9 High Street (deleted since)"; empty if nothing stays as it is. */
async function describeThose(
  { db, companyId, properties }: UndoContext,
  propertyIds: readonly string[],
  { sales, names }: Left,
): Promise<string> {
  const ids = propertyIds.filter((id) => !properties.has(id) || sales.has(id))
  if (ids.length === 0 && names.length === 0) return ''
  const rows = await db
    .selectFrom('property')
    .select(['id', 'line1', 'deleted_on'])
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .orderBy('line1')
    .execute()
  return describeLeft([
    ...rows.map(({ id, line1, deleted_on }) => ({
      name: line1,
      why: deleted_on ? ('deleted' as const) : (sales.get(id) ?? ('moved' as const)),
    })),
    ...names,
  ])
}

/** "`MAIL_ALREADY_SENT` names it and nothing is undone." [day §10](docs/design/day.md#10). */
function describeSent(sent: readonly string[]): { message: string } {
  const list = listSome(sent)
  return { message: `${list.charAt(0).toUpperCase()}${list.slice(1)} ${sent.length === 1 ? 'has' : 'have'} been sent already.` }
}

/** Throws UNDO_OVERTAKEN before anything is undone. */
async function refuseOvertaken(context: UndoContext, runs: readonly Run[]): Promise<void> {
  for (const { kind, parts } of runs) {
    const conflict = await undoPartKind(kind).conflict(context, parts)
    if (!conflict) continue
    const { by, on } = conflict
    throw new DomainError('UNDO_OVERTAKEN', {
      message: describeUndoConflict(conflict),
      details: { savedBy: by ?? 'somebody', ...(on ? { savedOn: on } : {}) },
    })
  }
}

/**
 * Undoes the runs from last to first. Changed properties are saved before a run that changes none, because the state that it restores may
 * depend on their projections. Returns the changed properties.
 */
async function undoBackwards(
  context: UndoContext,
  runs: readonly Run[],
  undone: NewEvent,
  save: (changes: readonly PropertyEvents[]) => Promise<void>,
): Promise<Set<string>> {
  const saved = new Set<string>()
  let pending = new Map<string, NewEvent[]>()
  const flush = async () => {
    const changes = [...pending].map(([propertyId, events]) => ({
      propertyId,
      events: saved.has(propertyId) ? events : [undone, ...events],
    }))
    pending = new Map()
    await save(changes)
    for (const { propertyId } of changes) saved.add(propertyId)
  }
  for (const { kind, parts } of runs.toReversed()) {
    const definition = undoPartKind(kind)
    if (!definition.changesProperties) await flush()
    const changes = (await definition.undo(context, parts)) ?? []
    for (const { propertyId, events } of changes) pending.set(propertyId, [...(pending.get(propertyId) ?? []), ...events])
  }
  await flush()
  return saved
}
