/** Who runs a sale: the rule of a branch for new sales, and the rules by which several sales are shared. [seat §5](docs/design/seat.md#5). */
import { isOneOf, type UserType } from '../../access/permissions.ts'
import type { CallLimit } from '../../endpoint.ts'
import { isSalePhase, type Phase } from '../timeline/phase.ts'

/** `turn`: round robin; `load`: fewest live sales. */
export const assignRules = ['none', 'negotiator', 'turn', 'load'] as const
export type AssignRule = (typeof assignRules)[number]

/** Several sales are never shared among nobody. */
export const shareRules = ['load', 'turn', 'negotiator'] as const
export type ShareRule = (typeof shareRules)[number]

export const assignRuleLabels = {
  none: 'Nobody: it is chosen later',
  negotiator: 'The negotiator of the property',
  turn: 'Everybody in turn',
  load: 'Whoever has the fewest sales',
} as const satisfies Record<AssignRule, string>

export const shareRuleLabels = {
  load: 'Fewest sales first',
  turn: 'In turn',
  negotiator: 'Each to its negotiator, else fewest sales first',
} as const satisfies Record<ShareRule, string>

/** Chosen people of a rule at most, and people that sales are shared among. */
export const maxAmong = 20
/** Sales that one call shares. */
export const maxShared = 500
/** A preview for each choice in the dialog counts too; a save sends an e-mail to each person. */
export const shareLimits: readonly CallLimit[] = [{ name: 'share-sales', per: 'person', most: 120, minutes: 60 }]

/** Somebody who is active, may work and reaches the branch. `sales`: sold and exchanged ones in the company. */
export type Candidate = { _id: string; name: string; sales: number }

/** Roles whose holders are chosen where a rule names nobody: managers of several branches and company admins run few sales. */
const usualRoles: readonly UserType[] = ['BRANCH_ADMIN', 'BRANCH_STAFF', 'PROGRESSOR']

/** Whom a rule chooses among: the people that it names, else those who usually run the sales of a branch, else everybody who may. */
export function candidatesOf<P extends Candidate & { type: string }>(
  people: readonly P[],
  among: readonly string[],
): readonly P[] {
  if (among.length > 0) return people.filter(({ _id }) => among.includes(_id))
  const usual = people.filter(({ type }) => isOneOf(usualRoles, type))
  return usual.length > 0 ? usual : people
}

type Choice = {
  rule: AssignRule
  candidates: readonly Candidate[]
  /** Everybody who may run the sale, among whom its negotiator is looked for. Default: the candidates. */
  workers?: readonly Candidate[]
  /** Of the property. */
  negotiatorId: string | null
  /** Whom `turn` chose last; somebody who has left is followed by whoever follows them by name. */
  last: { _id: string; name: string } | null
}

const byName = (a: { _id: string; name: string }, b: { _id: string; name: string }): number =>
  a.name.localeCompare(b.name, 'en-GB') || (a._id < b._id ? -1 : a._id > b._id ? 1 : 0)

/**
 * "*Negotiator*: theirs, else the next rule `load`. *Turn*: the next after `assign_last` by name. *Load*: fewest sold and exchanged sales in
 * the company, then name." Null: nobody.
 */
export function chooseProgressor({ rule, candidates, workers = candidates, negotiatorId, last }: Choice): Candidate | null {
  if (rule === 'none') return null
  const people = candidates.toSorted(byName)
  if (rule === 'turn') return people.find((one) => last !== null && byName(one, last) > 0) ?? people[0] ?? null
  const negotiator = rule === 'negotiator' ? workers.find(({ _id }) => _id === negotiatorId) : undefined
  return negotiator ?? people.toSorted((a, b) => a.sales - b.sales)[0] ?? null
}

export type SharedSale = {
  propertyId: string
  branchId: string
  negotiatorId: string | null
  progressorId: string | null
  phase: Phase
}
type Person = Candidate & { branchIds: readonly string[] }

/**
 * Shares sales, in their order, among people who each reach some of the branches. A sale that leaves somebody of them no longer counts as
 * theirs; one for sale did not. Null: nobody of them reaches its branch.
 */
export function shareSales(
  sales: readonly SharedSale[],
  { among, by }: { among: readonly Person[]; by: ShareRule },
): Map<string, Candidate | null> {
  const load = new Map(among.map(({ _id, sales: own }) => [_id, own]))
  const add = (id: string | null, change: 1 | -1): void => {
    const own = id === null ? undefined : load.get(id)
    if (id !== null && own !== undefined) load.set(id, own + change)
  }
  for (const { progressorId, phase } of sales) if (isSalePhase(phase)) add(progressorId, -1)
  let last: Candidate | null = null
  const shared = new Map<string, Candidate | null>()
  for (const { propertyId, branchId, negotiatorId } of sales) {
    const candidates = among
      .filter(({ branchIds }) => branchIds.includes(branchId))
      .map(({ _id, name }) => ({ _id, name, sales: load.get(_id) ?? 0 }))
    const chosen = chooseProgressor({ rule: by, candidates, negotiatorId, last })
    if (chosen) last = chosen
    add(chosen?._id ?? null, 1)
    shared.set(propertyId, chosen)
  }
  return shared
}
