import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import {
  deleteGateCheck,
  type GateView,
  overrideGate,
  readGate,
  saveGateCheck,
} from '@gya/domain/features/gates/gates.contract.ts'
import type { Gate } from '@gya/domain/features/gates/gates.model.ts'
import { evaluateItem, expiryOf, mayOverride } from '@gya/domain/features/gates/gates.rules.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import type { FastifyInstance } from 'fastify'
import { roleOf } from '../../http/access/caller.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { type HandlerContext, registerRoute } from '../../http/route/register-route.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { loadProperty } from '../properties/read/load-property.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'
import {
  type EarlierCheck,
  type EvaluatedGate,
  findEarlierChecks,
  type GateSale,
  gateFacts,
  loadGate,
  templateGates,
} from './gate-of-offer.ts'
import { type SavedCheck, type StoredCheck, saveCheckRows, wasDocument } from './gates.repository.ts'

type GateContext = Pick<HandlerContext<typeof saveGateCheck>, 'db' | 'now' | 'today' | 'newId' | 'caller'> & {
  params: PropertyIds & { gate: Gate }
}
type Named = { gate: Gate; offerId: string }

/** The gates of a sale: evidence, and overrides. */
export function gatesRoutes(app: FastifyInstance): void {
  registerRoute(app, readGate, async ({ params, query, db, today, caller }) => {
    const sale = await loadProperty(db, params, today, caller)
    const offerId = query.offerId ?? sale.detail.offers.find(({ state }) => state === 'A')?._id
    if (offerId === undefined) {
      const asked = (await templateGates(db, params.companyId)).find(({ gate }) => gate === params.gate)
      return { gate: params.gate, mode: asked?.mode ?? 'off', offerId: null, items: [] }
    }
    return readView({ db, today, caller }, params, sale, { gate: params.gate, offerId })
  })

  registerRoute(app, saveGateCheck, (context) => {
    const { params, body, db, now, today, caller } = context
    return changeGate(context, { gate: params.gate, offerId: body.offerId }, async ({ lines, checks }, sale) => {
      const { item } = findLine(lines, params.itemId)
      if (item.auto) throw new DomainError('GATE_ITEM_AUTOMATIC')
      const before = checks.find(({ itemId }) => itemId === item._id)
      if (body.version !== undefined && before && body.version !== before.version)
        throw new DomainError('STALE_VERSION', {
          details: { savedBy: before.metByName ?? 'somebody', savedOn: before.metOn ?? now },
        })
      const documentId = body.documentId === undefined ? (before?.documentId ?? null) : body.documentId
      if (documentId !== null && !sale.detail.documents.some(({ _id }) => _id === documentId))
        throw new DomainError((await wasDocument(db, params, documentId)) ? 'DOCUMENT_GONE' : 'NOT_FOUND')
      if (body.expiresOn !== undefined && body.expiresOn < today)
        throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'expiresOn', message: 'Choose today or a later day.' }] })
      const saved: SavedCheck = {
        itemId: item._id,
        title: item.title,
        state: 'met',
        reference: body.reference ?? before?.reference ?? '',
        documentId,
        note: body.note ?? before?.note ?? '',
        expiresOn: body.expiresOn ?? expiryOf(item, today),
        metOn: now,
        metBy: caller.userId,
        reason: '',
      }
      const facts = { ...gateFacts(sale, body.offerId, today), identityUntil: null }
      const { state, why } = evaluateItem(item, saved, facts)
      // Incomplete evidence is stored, and the item stays open.
      const check: SavedCheck = state === 'open' ? { ...saved, state: 'open', metOn: null, metBy: null } : saved
      const data = { ...eventData(params.gate, body.offerId, saved), ...(why ? { open: why } : {}) }
      return { checks: [check], events: state === 'met' ? [{ kind: 'gate-met', data }] : [] }
    })
  })

  registerRoute(app, deleteGateCheck, (context) => {
    const { params, query } = context
    return changeGate(context, { gate: params.gate, offerId: query.offerId }, async ({ lines, checks }) => {
      const { item } = findLine(lines, params.itemId)
      const before = checks.find(({ itemId }) => itemId === item._id)
      if (!before || before.state === 'open') return { checks: [], events: [] }
      const { metByName: _name, version: _version, ...check } = before
      const opened: SavedCheck = {
        ...check,
        state: 'open',
        reference: '',
        documentId: null,
        note: '',
        reason: '',
        metOn: null,
        metBy: null,
        expiresOn: null,
      }
      return { checks: [opened], events: [{ kind: 'gate-reopened', data: eventData(params.gate, query.offerId, before) }] }
    })
  })

  registerRoute(app, overrideGate, async (context) => {
    const { params, body, now, caller } = context
    const named = { gate: params.gate, offerId: body.offerId }
    const view = await changeGate(context, named, async ({ lines, checks }) => {
      const reasons = new Map(body.items.map(({ itemId, reason }) => [itemId, reason]))
      const chosen = [...reasons.keys()].map((itemId) => findLine(lines, itemId))
      if (chosen.some(({ item }) => !mayOverride(item, roleOf(caller)))) throw new DomainError('FORBIDDEN')
      if (chosen.some(({ state }) => state !== 'open')) throw new DomainError('GATE_NOTHING_OPEN')
      const overridden = chosen.map(({ item }): SavedCheck => {
        const before = checks.find(({ itemId }) => itemId === item._id)
        return {
          itemId: item._id,
          title: item.title,
          state: 'overridden',
          reference: before?.reference ?? '',
          documentId: before?.documentId ?? null,
          note: before?.note ?? '',
          expiresOn: null,
          metOn: now,
          metBy: caller.userId,
          reason: reasons.get(item._id) ?? '',
        }
      })
      return {
        checks: overridden,
        events: overridden.map((check) => ({
          kind: 'gate-overridden',
          data: { ...eventData(params.gate, body.offerId, check), reason: check.reason },
        })),
      }
    })
    await recordSecurityEvent(context, {
      kind: 'gate-overridden',
      data: { propertyId: params.propertyId, gate: params.gate, items: body.items.length },
    })
    return view
  })
}

function findLine(lines: EvaluatedGate['lines'], itemId: string) {
  const line = lines.find(({ item }) => item._id === itemId)
  if (!line) throw new DomainError('NOT_FOUND')
  return line
}

const eventData = (gate: Gate, offerId: string, { itemId, title, reference, note }: SavedCheck) => ({
  gate,
  offerId,
  itemId,
  title,
  ...(reference ? { reference } : {}),
  ...(note ? { note } : {}),
})

type Change = { checks: SavedCheck[]; events: NewEvent[] }

/** Saves checks of a gate. The version of the property stays the same, so that open forms stay valid. */
async function changeGate(
  context: GateContext,
  { gate, offerId }: Named,
  decide: (gate: EvaluatedGate, sale: GateSale) => Promise<Change>,
): Promise<GateView> {
  const { params, db, today, caller } = context
  const load = () => loadProperty(db, params, today, caller)
  await recordAboutProperty(context, params, async () => {
    const sale = await load()
    const { checks, events } = await decide(await loadGate({ db, today }, params, sale, { gate, offerId }), sale)
    await saveCheckRows(db, params, offerId, checks)
    return events
  })
  return readView({ db, today, caller }, params, await load(), { gate, offerId })
}

async function readView(
  { db, today, caller }: Pick<GateContext, 'db' | 'today' | 'caller'>,
  ids: PropertyIds,
  sale: GateSale,
  { gate, offerId }: Named,
): Promise<GateView> {
  const evaluated = await loadGate({ db, today }, ids, sale, { gate, offerId })
  const earlier = await findEarlierChecks({ db, today }, sale, offerId, evaluated.lines)
  return toView(evaluated, sale.detail, { offerId, type: roleOf(caller), earlier })
}

type Reader = { offerId: string; type: Parameters<typeof mayOverride>[1]; earlier: ReadonlyMap<string, EarlierCheck> }

function toView(
  { gate, mode, lines, checks }: EvaluatedGate,
  detail: PropertyDetail,
  { offerId, type, earlier }: Reader,
): GateView {
  const documentOf = (check: StoredCheck | undefined) => {
    const document = detail.documents.find(({ _id }) => _id === check?.documentId)
    return document ? { _id: document._id, fileName: document.file.fileName } : null
  }
  return {
    gate,
    mode,
    offerId,
    items: lines.map(({ item, state, why }) => {
      const check = checks.find(({ itemId }) => itemId === item._id)
      return {
        item,
        state,
        why: why === null ? null : `${item.title}: ${why}.`,
        reference: check?.reference ?? '',
        document: documentOf(check),
        note: check?.note ?? '',
        metOn: check?.metOn ?? null,
        metBy: check?.metByName ?? null,
        expiresOn: check?.expiresOn ?? null,
        reason: check?.reason ?? '',
        mayOverride: state === 'open' && mayOverride(item, type),
        earlier: toEarlier(earlier.get(item._id)),
        ...(check ? { version: check.version } : {}),
      }
    }),
  }
}

const toEarlier = (found: EarlierCheck | undefined): GateView['items'][number]['earlier'] =>
  found
    ? {
        buyer: found.buyer,
        on: found.madeOn,
        reference: found.check.reference,
        documentId: found.check.documentId,
        note: found.check.note,
        expiresOn: found.expiresOn,
      }
    : null
