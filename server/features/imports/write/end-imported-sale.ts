import { type DateOnly, londonInstant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { FallOffParty } from '@gya/domain/features/fall-offs/fall-off-reasons.ts'
import { foldName } from '@gya/domain/features/imports/fold-name.ts'
import type { NewEvent } from '../../events/events.repository.ts'
import { findFallOffReason, findFallOffReasons } from '../../fall-offs/fall-off-reasons.repository.ts'
import { prepareFallOff } from '../../fall-offs/prepare-fall-off.ts'
import { saveFallOff } from '../../fall-offs/save-fall-off.ts'
import { loadProperty } from '../../properties/read/load-property.ts'
import { text, type Values } from './row-values.ts'
import type { WriteContext } from './write-context.ts'

/** Ends a sale that fell through before the import, on its day. A reason of the company's list is used by its name; else it is the note. */
export async function endImportedSale(
  { db, companyId, today, newId }: WriteContext,
  ids: PropertyIds,
  fellOn: DateOnly,
  values: Values,
): Promise<NewEvent[]> {
  const property = await loadProperty(db, ids, today)
  const at = londonInstant(fellOn, '12:00')
  const prepared = await prepareFallOff({ db, today: fellOn, now: at }, property, ids)
  if (!prepared) return []
  const words = text(values, 'fallReason') ?? ''
  const { reasons } = await findFallOffReasons(db, companyId)
  const named = reasons.find(({ name }) => words !== '' && foldName(name) === foldName(words))
  const reason = named ? ((await findFallOffReason(db, companyId, named._id)) ?? null) : null
  const party = (text(values, 'fallParty') as FallOffParty | undefined) ?? reason?.party ?? null
  const note = words || 'Fell through before the import'
  return saveFallOff(db, ids, property, prepared, { _id: newId(), note, at, reason, party })
}
