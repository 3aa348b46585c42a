import type { DateOnly } from '@gya/domain/common/dates.ts'
import { DomainError, errors } from '@gya/domain/error-catalogue.ts'
import type { EventKind } from '@gya/domain/features/events/event-kinds.ts'
import { editCells } from '@gya/domain/features/report/cell-edits.contract.ts'
import type { CellEdit } from '@gya/domain/features/report/cell-edits.model.ts'
import { describeCellEdits, fieldChangedSince } from '@gya/domain/features/report/cell-edits.rules.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { findLastChange } from '../events/events.repository.ts'
import { exchangeRefusals } from '../gates/exchange-refusals.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { authorOf, lockAndLoad } from '../properties/write/save-properties.ts'
import { hasVendorNews } from '../vendor-portal/notify-vendor.ts'
import { findColleagues } from './cell-edits.repository.ts'
import { type DecidedEdit, decideCellEdit, type RefusedEdit } from './decide-cell-edits.ts'
import { readReportRowsOf } from './report.read-model.ts'
import { saveCellEdits } from './save-cell-edits.ts'

/** An edit with its property and its index in the call. */
type Located = { edit: CellEdit; index: number; property: LoadedProperty }
type Refused = Located & { refusal: RefusedEdit }

export function cellEditsRoutes(app: FastifyInstance): void {
  registerRoute(app, editCells, async (context) => {
    const { params, body, db, caller, now, today } = context
    const { companyId } = params
    const ids = body.edits.map(({ propertyId }) => propertyId)
    const properties = await lockAndLoad(authorOf(context, companyId), { ids, within: caller })
    const colleagues = await findColleagues(db, companyId, [...new Set(body.edits.flatMap(({ bStaff }) => bStaff ?? []))])
    const located = body.edits.map((edit, index): Located => {
      const property = properties.get(edit.propertyId)
      if (!property) throw new DomainError('NOT_FOUND')
      return { edit, index, property }
    })
    const decided: DecidedEdit[] = []
    const refused: Refused[] = []
    for (const one of located) {
      const field = fieldChangedSince(one.property.detail, one.property.timeline, one.edit)
      const outcome = field
        ? { refused: 'STALE_VERSION' as const, message: errors.STALE_VERSION[1], field }
        : decideCellEdit(one.property, one.edit, { today, now, colleagues })
      if ('refused' in outcome) refused.push({ ...one, refusal: outcome })
      else decided.push(outcome)
    }
    // When saving, the listener of gates refuses; a preview lists these refusals in advance.
    const gated = body.preview ? await gateRefusals({ db, companyId, today }, decided, properties) : []
    const held = new Set(gated.map(({ propertyId }) => propertyId))
    const possible = decided.filter(({ propertyId }) => !held.has(propertyId))
    const changes = possible.flatMap((one) => one.changes)
    const line1Of = new Map([...properties].map(([id, { detail }]) => [id, detail.address.line1]))
    const summary = {
      description: describeCellEdits(changes, line1Of),
      changes,
      vendorsNotified: possible.filter(({ propertyId, events }) => {
        const property = properties.get(propertyId)
        return property && hasVendorNews(property, events)
      }).length,
    }
    if (body.preview) return { ...summary, undoId: null, rows: [], refused: [...refused.map(toRefusal), ...gated] }
    if (refused.length > 0) throw await refusalOf({ db, companyId }, refused, located.length)

    const undoId = await saveCellEdits(context, decided, { description: summary.description, properties })
    const rows = await readReportRowsOf(db, companyId, [...properties.keys()], today)
    return { ...summary, undoId, rows, refused: [] }
  })
}

/** The sales among these edits that complete Exchanged and whose gate blocks it. */
async function gateRefusals(
  { db, companyId, today }: { db: Db; companyId: string; today: DateOnly },
  decided: readonly DecidedEdit[],
  properties: ReadonlyMap<string, LoadedProperty>,
) {
  const exchanging = decided
    .filter(({ stepChanges }) => stepChanges.some(({ key, to }) => key === stepKeys.Exchanged && to === 'C'))
    .flatMap(({ propertyId, fields }) => {
      const property = properties.get(propertyId)
      if (!property) return []
      const { detail, register } = property
      return [{ detail: { ...detail, completionDate: fields.completion_date ?? detail.completionDate }, register }]
    })
  const refusals = await exchangeRefusals(db, companyId, exchanging, today)
  return [...refusals].map(([propertyId, message]) => ({ propertyId, code: 'GATE_NOT_MET', message }))
}

const toRefusal = ({ edit, refusal: { refused, message } }: Refused) => ({
  propertyId: edit.propertyId,
  code: refused,
  message,
})

const eventsOfField: Record<RefusedEdit['field'], readonly EventKind[]> = {
  step: ['step-changed'],
  completionDate: ['completion-date-set', 'fall-off'],
  expectedExchange: ['expected-exchange-set', 'fall-off'],
  expectedCompletion: ['expected-completion-set', 'fall-off'],
  mortgageOfferExpires: ['mortgage-expiry-set', 'fall-off'],
  bStaff: ['progressor-assigned'],
}

/**
 * "The same step is STALE_VERSION and names who"; for several rows, "one that has changed since: 409 BULK_CHANGED with its rows". Rules
 * refuse with their own code. Each issue names its edit.
 */
async function refusalOf(
  { db, companyId }: { db: Db; companyId: string },
  refused: readonly Refused[],
  edits: number,
): Promise<DomainError> {
  const stale = refused.filter(({ refusal }) => refusal.refused === 'STALE_VERSION')
  const [first] = stale.length > 0 ? stale : refused
  if (!first) throw new Error('No edit is refused.')
  const { edit, refusal } = first
  const data = refusal.field === 'step' ? { key: edit.step?.key } : {}
  const ids = { companyId, propertyId: edit.propertyId }
  const last = stale.length > 0 ? await findLastChange(db, ids, eventsOfField[refusal.field], data) : undefined
  const issues = refused.map(({ index, property, refusal: { message } }) => ({
    path: `edits.${index}`,
    message: edits === 1 ? message : `${property.detail.address.line1}: ${message}`,
  }))
  const details = last ? { savedBy: last.by ?? 'somebody', savedOn: last.at } : undefined
  if (stale.length === 0) return new DomainError(refusal.refused, { message: refusal.message, issues })
  return new DomainError(edits === 1 ? 'STALE_VERSION' : 'BULK_CHANGED', { issues, ...(details ? { details } : {}) })
}
