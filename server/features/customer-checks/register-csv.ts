import { londonDay } from '@gya/domain/common/dates.ts'
import {
  checkKindLabels,
  checkReasonLabels,
  checkResultLabels,
  checkWayLabels,
  customerFormLabels,
  customerSideLabels,
  decisionLabels,
  noCopyKept,
} from '@gya/domain/features/customer-checks/customer-checks.model.ts'
import { reasonsOf } from '@gya/domain/features/customer-checks/customer-state.ts'
import { customerStateLabels } from '@gya/domain/features/customer-checks/customer-states.ts'
import { type CheckPackContent, stateIn } from './check-pack-content.ts'
import type { StoredCheck, StoredCustomer } from './customer-checks.repository.ts'

type Line = { content: CheckPackContent; customer: StoredCustomer; check: StoredCheck }

/** The columns of `register.csv`. */
const columns: Record<string, (line: Line) => string> = {
  Branch: ({ customer }) => customer.place.branch,
  Property: ({ customer }) => customer.place.line1,
  Postcode: ({ customer }) => customer.place.postcode,
  Customer: ({ customer }) => customer.name,
  Side: ({ customer }) => customerSideLabels[customer.side],
  Form: ({ customer }) => customerFormLabels[customer.form],
  State: ({ content, customer }) => customerStateLabels[stateIn(content, customer).state],
  Reasons: ({ customer }) => reasonWords(customer),
  Decision: ({ customer }) => decisionLabels[customer.decision],
  'Decision reason': ({ customer }) => customer.decisionReason,
  'Decided by': ({ customer }) => customer.decidedBy?.name ?? '',
  'Approved by the person who checked': ({ customer }) => (isApprovedByChecker(customer) ? 'Yes' : ''),
  'Sale ended': ({ customer }) => customer.endedOn ?? '',
  'Kept until': ({ customer }) => customer.keepUntil ?? '',
  Check: ({ check }) => checkKindLabels[check.kind],
  Day: ({ check }) => check.checkedOn,
  Way: ({ check }) => checkWayLabels[check.way],
  Provider: ({ check }) => check.provider,
  Reference: ({ check }) => check.reference,
  Documents: ({ check }) => check.documents,
  Result: ({ check }) => checkResultLabels[check.result],
  Words: ({ check }) => check.words,
  'Good until': ({ check }) => check.expiresOn,
  'Checked by': ({ check }) => check.checkedBy.name,
  Files: ({ check }) => copiesOf(check),
  'Struck on': ({ check }) => (check.struckOn === null ? '' : londonDay(check.struckOn)),
  'Struck because': ({ check }) => check.struckBecause,
}

export const csvColumns = Object.keys(columns)

/** The lines: one a check, struck ones too. */
export const registerCsvRows = (content: CheckPackContent): Record<string, string>[] =>
  content.customers.flatMap((customer) =>
    customer.checks.map((check) =>
      Object.fromEntries(Object.entries(columns).map(([name, cell]) => [name, cell({ content, customer, check })])),
    ),
  )

export const reasonWords = (customer: StoredCustomer): string =>
  reasonsOf(customer)
    .map((reason) => checkReasonLabels[reason])
    .join('; ')

/** "A check of documents without a file counts, and register and inspector's file say 'No copy is kept'." */
export const copiesOf = ({ way, files }: StoredCheck): string =>
  files.length > 0 ? files.map(({ fileName }) => fileName).join('; ') : way === 'electronic' ? '' : noCopyKept

/** "Approver and checker may be the same person; the register and the inspector's file then say so." */
export const isApprovedByChecker = ({ decision, decidedBy, checks }: StoredCustomer): boolean =>
  decision === 'approved' && checks.some(({ checkedBy, struck }) => !struck && checkedBy._id === decidedBy?._id)
