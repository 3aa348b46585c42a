import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import {
  type AssignRule,
  type Candidate,
  candidatesOf,
  chooseProgressor,
} from '@gya/domain/features/assignment/choose-progressor.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import type { Db } from '../../db/pool.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { saveProgressor } from '../properties/write/save-person.ts'
import { findRule, findWorkers, lockRule, saveLast } from './assignment.repository.ts'

type Suggestion = {
  rule: AssignRule
  /** Whom the rule chooses. */
  chosen: Candidate | null
  /** Everybody who may run the sale. */
  people: Candidate[]
  /** The one who runs it already and still may. */
  progressor: Candidate | null
}

/** Whom the rule of its branch chooses for a sale. `locks`: under `turn` and `load` nobody is chosen in the branch meanwhile, for a save that follows. */
export async function suggestProgressor(db: Db, companyId: string, detail: PropertyDetail, locks = false): Promise<Suggestion> {
  const ids = { companyId, branchId: detail.branch._id }
  let branch = await findRule(db, ids)
  if (locks && branch && branch.assign_rule !== 'none') {
    await lockRule(db, ids)
    branch = await findRule(db, ids)
  }
  // After the lock: with the sale that the save before gave to somebody.
  const people = await findWorkers(db, companyId, { branchId: ids.branchId })
  if (!branch) throw new DomainError('NOT_FOUND')
  const rule = branch.assign_rule as AssignRule
  const last = branch.last_id === null ? null : { _id: branch.last_id, name: branch.last_name ?? '' }
  const candidates = candidatesOf(people, branch.assign_among)
  // A negotiator of any role, unless the rule names people.
  const workers = branch.assign_among.length === 0 ? people : candidates
  return {
    rule,
    chosen: chooseProgressor({ rule, candidates, workers, negotiatorId: detail.negotiator?._id ?? null, last }),
    people,
    progressor: people.find(({ _id }) => _id === detail.contacts.bStaff?._id) ?? null,
  }
}

/**
 * The progressor of a sale that is agreed or restored, in the transaction of its change: "one that is there is never replaced"; `bStaff` is
 * who was chosen, otherwise the rule of the branch chooses. Somebody who has left or lost the branch is not there.
 * [seat §5](docs/design/seat.md#5). Throws NOT_FOUND, NOT_A_MEMBER.
 */
export async function assignSale(db: Db, ids: PropertyIds, detail: PropertyDetail, bStaff?: string | null): Promise<NewEvent[]> {
  const { rule, chosen, progressor } = await suggestProgressor(db, ids.companyId, detail, true)
  if (progressor) return []
  const userId = bStaff === undefined ? chosen?._id : bStaff
  if (userId === undefined) return []
  // Whoever is next is next no longer, also if the acceptance named them.
  if (rule === 'turn' && userId !== null && userId === chosen?._id)
    await saveLast(db, { ...ids, branchId: detail.branch._id }, userId)
  return (await saveProgressor({ db }, ids, detail, userId)).events
}
