import type { GateItem } from './gates.model.ts'

/** The checks that a company begins with. [trust §5](docs/design/trust.md#5). */

type Starter = Pick<GateItem, 'gate' | 'title' | 'applies' | 'evidence'> &
  Partial<Pick<GateItem, 'auto' | 'validDays' | 'help' | 'aboutBuyer'>>

const yearly = { evidence: 'reference', validDays: 365, applies: 'always' } as const

const checkedBy = 'Who checked, and the number of the check. GYA keeps no identity papers unless you file them.'

const starters: readonly Starter[] = [
  { gate: 'accept', title: 'Vendor’s identity and AML checked', ...yearly, help: checkedBy },
  { gate: 'accept', title: 'Buyer’s identity and AML checked', ...yearly, help: checkedBy, aboutBuyer: true },
  { gate: 'accept', title: 'Proof of funds seen', applies: 'cash', evidence: 'document' },
  { gate: 'accept', title: 'Mortgage in principle seen', applies: 'mortgage', evidence: 'document' },
  { gate: 'accept', title: 'Buyer’s solicitor known', applies: 'always', evidence: 'none', auto: 'buyerSolicitor' },
  { gate: 'accept', title: 'Chain checked', applies: 'always', evidence: 'none', auto: 'chainKnown' },
  { gate: 'exchange', title: 'Signed contracts from both sides', applies: 'always', evidence: 'note' },
  { gate: 'exchange', title: 'Deposit held', applies: 'always', evidence: 'none', auto: 'depositHeld' },
  {
    gate: 'exchange',
    title: 'Mortgage offer good beyond completion',
    applies: 'mortgage',
    evidence: 'none',
    auto: 'mortgageGood',
  },
  { gate: 'exchange', title: 'Buildings insurance from exchange', applies: 'always', evidence: 'note' },
  { gate: 'exchange', title: 'Management pack sent', applies: 'leasehold', evidence: 'none', auto: 'packSent' },
  { gate: 'exchange', title: 'Identity checks still good', applies: 'always', evidence: 'none', auto: 'identityGood' },
]

/** The initial set. The ids are the same in every company, so that a company that never changed it needs no rows. */
export const starterItems: readonly GateItem[] = starters.map((starter, index) => ({
  auto: null,
  validDays: null,
  help: '',
  aboutBuyer: false,
  ...starter,
  _id: `9a7e0000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
  overrideBy: ['COMPANY_ADMIN', 'AREA_MANAGER', 'BRANCH_ADMIN'],
  active: true,
}))
