import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { type Candidate, chooseProgressor, type ShareRule } from '@gya/domain/features/assignment/choose-progressor.ts'
import { assignSale } from '../../assignment/assign-sale.ts'
import { findWorkers } from '../../assignment/assignment.repository.ts'
import type { NewEvent } from '../../events/events.repository.ts'
import type { LoadedProperty } from '../../properties/read/load-property.ts'
import { updateImport } from '../imports.repository.ts'
import type { WriteContext } from './write-context.ts'

/** `last`: the id of whom `turn` chose for the sale before. */
export type ImportShare = { among: string[]; by: ShareRule; last?: string }

/**
 * The progressor of an imported sale: "the row's own, else *Share* on the check, else the branch's rule", the rule only for a sale that the
 * import agrees. [seat §6](docs/design/seat.md#6). `before`: the property before the import.
 */
export async function assignImported(
  { db, companyId, import: one }: WriteContext,
  ids: PropertyIds,
  { detail }: LoadedProperty,
  before: LoadedProperty | null,
): Promise<NewEvent[]> {
  if (detail.phase !== 'sold' && detail.phase !== 'exchanged') return []
  const wasAgreed = before?.detail.offers.some(({ state }) => state === 'A') ?? false
  const chosen = one.share && (await chooseAmong(one.share))
  if (!chosen) return wasAgreed ? [] : assignSale(db, ids, detail)
  const events = await assignSale(db, ids, detail, chosen._id)
  if (one.share?.by === 'turn' && events.length > 0) {
    const share: ImportShare = { ...one.share, last: chosen._id }
    await updateImport(db, { companyId, importId: one.id }, { share: JSON.stringify(share) })
  }
  return events

  async function chooseAmong({ among, by, last }: ImportShare): Promise<Candidate | null> {
    const people = await findWorkers(db, companyId, { userIds: among })
    return chooseProgressor({
      rule: by,
      candidates: people.filter(({ branchIds }) => branchIds.includes(detail.branch._id)),
      negotiatorId: detail.negotiator?._id ?? null,
      last: people.find(({ _id }) => _id === last) ?? null,
    })
  }
}
