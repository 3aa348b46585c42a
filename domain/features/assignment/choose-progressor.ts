/** Who runs a sale: the rule of a branch for new sales, and the rules by which several sales are shared. [seat §5](docs/design/seat.md#5). */
import { isOneOf, type UserType } from '../../access/permissions.ts'
import { joinWords } from '../../common/day-in-words.ts'
import { showCount } from '../../common/show-count.ts'
import type { CallLimit } from '../../endpoint.ts'
import { isSalePhase, isUnsoldPhase, type Phase } from '../timeline/phase.ts'

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

/** An e-mail that tells of a share waits as long as other e-mails of what may be undone ([day §4](docs/design/day.md#4)). */
export const shareMailDelaySeconds = 120

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

/** What somebody runs, counted apart: a sale is work every week, a home for sale is not, one that is withdrawn is none. */
export const heldKinds = ['sales', 'homes', 'withdrawn'] as const
type HeldKind = (typeof heldKinds)[number]
/** `sales`: sold and exchanged; `homes`: not sold yet. */
export type Held = Record<HeldKind, number>

const heldAs = (phase: Phase): HeldKind => (isSalePhase(phase) ? 'sales' : isUnsoldPhase(phase) ? 'homes' : 'withdrawn')

export const countHeld = (properties: readonly { phase: Phase }[]): Held => ({
  sales: properties.filter(({ phase }) => heldAs(phase) === 'sales').length,
  homes: properties.filter(({ phase }) => heldAs(phase) === 'homes').length,
  withdrawn: properties.filter(({ phase }) => heldAs(phase) === 'withdrawn').length,
})

/** "15 sales, 9 homes for sale and 1 withdrawn"; "no sales". */
export const describeHeld = ({ sales, homes, withdrawn }: Held): string =>
  joinWords([
    ...(sales > 0 ? [showCount(sales, 'sale')] : []),
    ...(homes > 0 ? [showCount(homes, 'home for sale', 'homes for sale')] : []),
    ...(withdrawn > 0 ? [`${withdrawn} withdrawn`] : []),
  ]) || 'no sales'

type Person = Candidate & Held & { branchIds: readonly string[] }
type Shared = {
  /** By property. Null: nobody of them reaches its branch. */
  chosen: Map<string, Candidate | null>
  /** What each of them runs afterwards. */
  after: ReadonlyMap<string, Held>
}

/**
 * Shares sales among people who each reach some of the branches: sales by sales, homes for sale by homes, the withdrawn by themselves, so
 * that the numbers that are shown are those that are balanced. `turn` makes the shares even, `load` what each runs afterwards, as far as
 * their branches allow: what few of them can take is given first. What leaves somebody of them no longer counts as theirs.
 */
export function shareSales(sales: readonly SharedSale[], { among, by }: { among: readonly Person[]; by: ShareRule }): Shared {
  const people = among.toSorted(byName)
  const after = new Map(people.map(({ _id, sales: own, homes, withdrawn }) => [_id, { sales: own, homes, withdrawn }]))
  const given = new Map(people.map(({ _id }) => [_id, { sales: 0, homes: 0, withdrawn: 0 }]))
  const add = (held: Held | undefined, kind: HeldKind, change: 1 | -1): void => {
    if (held) held[kind] += change
  }
  for (const { progressorId, phase } of sales) add(after.get(progressorId ?? ''), heldAs(phase), -1)
  const countOf = ({ _id }: Candidate, kind: HeldKind): number => (by === 'turn' ? given : after).get(_id)?.[kind] ?? 0
  const allOf = ({ _id }: Candidate): number => heldKinds.reduce((sum, kind) => sum + (given.get(_id)?.[kind] ?? 0), 0)
  const fewest = (able: readonly Person[], kind: HeldKind): Person | undefined =>
    able.toSorted((a, b) => countOf(a, kind) - countOf(b, kind) || allOf(a) - allOf(b))[0]
  const move = (kind: HeldKind, from: Candidate | undefined, to: Candidate): void => {
    for (const held of [after, given]) {
      if (from) add(held.get(from._id), kind, -1)
      add(held.get(to._id), kind, 1)
    }
  }
  const chosen = new Map<string, Person | null>(sales.map(({ propertyId }) => [propertyId, null]))
  const toBalance: { propertyId: string; kind: HeldKind; able: Person[] }[] = []
  for (const { propertyId, branchId, negotiatorId, phase } of sales) {
    const kind = heldAs(phase)
    const able = people.filter(({ branchIds }) => branchIds.includes(branchId))
    const negotiator = by === 'negotiator' ? able.find(({ _id }) => _id === negotiatorId) : undefined
    if (negotiator) {
      move(kind, undefined, negotiator)
      chosen.set(propertyId, negotiator)
    } else if (able.length > 0) toBalance.push({ propertyId, kind, able })
  }
  for (const { propertyId, kind, able } of toBalance.toSorted((a, b) => a.able.length - b.able.length)) {
    const to = fewest(able, kind)
    if (!to) continue
    move(kind, undefined, to)
    chosen.set(propertyId, to)
  }
  // What somebody has too much of goes to whoever can take it, until nobody has two more than another who could have one of theirs.
  for (let isUneven = true; isUneven; ) {
    isUneven = false
    for (const { propertyId, kind, able } of toBalance) {
      const from = chosen.get(propertyId)
      const to = fewest(able, kind)
      if (!from || !to || countOf(from, kind) - countOf(to, kind) < 2) continue
      move(kind, from, to)
      chosen.set(propertyId, to)
      isUneven = true
    }
  }
  return { chosen, after }
}
