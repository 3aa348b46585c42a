import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { refuseIf } from '@gya/domain/error-catalogue.ts'
import type { Lender, LenderInput } from '@gya/domain/features/expected-dates/lenders.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { isAgreedPhase } from '@gya/domain/features/timeline/phase.ts'
import type { Db } from '../../db/pool.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { updatePropertyFields } from '../properties/write/properties.repository.ts'
import { savePropertyFields } from '../properties/write/property-fields.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { registerUndoPart } from '../undo/undo-registry.ts'
import { findOrAddLender } from './lenders.repository.ts'

export type LenderChange = { from: Lender | null; to: Lender | null }

const lenderEvent = ({ from, to }: LenderChange, undone = false): NewEvent => ({
  kind: 'lender-set',
  data: { before: from?.name ?? null, lender: to?.name ?? null, ...(undone ? { undone } : {}) },
})

/** Saves the lender of a sale in the transaction of a property’s change; "sold only". Returns null if it is unchanged. */
export async function saveLender(
  { db, newId }: { db: Db; newId: () => string },
  ids: PropertyIds,
  detail: PropertyDetail,
  input: LenderInput | null,
): Promise<{ change: LenderChange | null; events: NewEvent[] }> {
  refuseIf(isAgreedPhase(detail.phase) ? null : 'NO_SALE_AGREED')
  const found = input === null ? null : await findOrAddLender(db, ids.companyId, input, newId)
  const to = found?.lender ?? null
  if ((to?._id ?? null) === (detail.lender?._id ?? null)) return { change: null, events: [] }
  await updatePropertyFields(db, ids, { lender_id: to?._id ?? null })
  const change = { from: detail.lender, to }
  const added: NewEvent[] = found?.added ? [{ kind: 'lender-added', data: { name: found.lender.name } }] : []
  return { change, events: [...added, lenderEvent(change)] }
}

type LenderPart = UndoPart & { kind: 'lender'; propertyId: string } & LenderChange

export const lenderPart = (propertyId: string, change: LenderChange): LenderPart => ({ kind: 'lender', propertyId, ...change })

export function registerLenderPart(): void {
  registerUndoPart<LenderPart>('lender', {
    changesProperties: true,
    async conflict({ properties }, parts) {
      const part = parts.find(
        ({ propertyId, to }) => (properties.get(propertyId)?.detail.lender?._id ?? null) !== (to?._id ?? null),
      )
      const line1 = part && properties.get(part.propertyId)?.detail.address.line1
      return part ? { what: `the lender at ${line1 ?? 'a property'}`, by: null, on: null } : null
    },
    async undo({ db, companyId }, parts) {
      const before = parts.map(({ propertyId, from }) => ({ propertyId, fields: { lender_id: from?._id ?? null } }))
      await savePropertyFields(db, companyId, before)
      return parts.map(({ propertyId, from, to }) => ({ propertyId, events: [lenderEvent({ from: to, to: from }, true)] }))
    },
  })
}
