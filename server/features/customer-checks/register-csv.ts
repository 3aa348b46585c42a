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

/** The lines of `register.csv`: one a check, struck ones too. */

export const csvColumns = [
  'Branch',
  'Property',
  'Postcode',
  'Customer',
  'Side',
  'Form',
  'State',
  'Reasons',
  'Decision',
  'Decision reason',
  'Decided by',
  'Approved by the person who checked',
  'Sale ended',
  'Kept until',
  'Check',
  'Day',
  'Way',
  'Provider',
  'Reference',
  'Documents',
  'Result',
  'Words',
  'Good until',
  'Checked by',
  'Files',
  'Struck on',
  'Struck because',
]

export const registerCsvRows = (content: CheckPackContent): Record<string, string>[] =>
  content.customers.flatMap((customer) => {
    const { state } = stateIn(content, customer)
    return customer.checks.map((check) => ({
      Branch: customer.place.branch,
      Property: customer.place.line1,
      Postcode: customer.place.postcode,
      Customer: customer.name,
      Side: customerSideLabels[customer.side],
      Form: customerFormLabels[customer.form],
      State: customerStateLabels[state],
      Reasons: reasonsOf(customer)
        .map((reason) => checkReasonLabels[reason])
        .join('; '),
      Decision: decisionLabels[customer.decision],
      'Decision reason': customer.decisionReason,
      'Decided by': customer.decidedBy?.name ?? '',
      'Approved by the person who checked': isApprovedByChecker(customer) ? 'Yes' : '',
      'Sale ended': customer.endedOn ?? '',
      'Kept until': customer.keepUntil ?? '',
      ...lineOf(check),
    }))
  })

const lineOf = (check: StoredCheck) => ({
  Check: checkKindLabels[check.kind],
  Day: check.checkedOn,
  Way: checkWayLabels[check.way],
  Provider: check.provider,
  Reference: check.reference,
  Documents: check.documents,
  Result: checkResultLabels[check.result],
  Words: check.words,
  'Good until': check.expiresOn,
  'Checked by': check.checkedBy.name,
  Files: copiesOf(check),
  'Struck on': check.struckOn === null ? '' : londonDay(check.struckOn),
  'Struck because': check.struckBecause,
})

/** "A check of documents without a file counts, and register and inspector's file say 'No copy is kept'." */
export const copiesOf = ({ way, files }: StoredCheck): string =>
  files.length > 0 ? files.map(({ fileName }) => fileName).join('; ') : way === 'electronic' ? '' : noCopyKept

/** "Approver and checker may be the same person; the register and the inspector's file then say so." */
export const isApprovedByChecker = ({ decision, decidedBy, checks }: StoredCustomer): boolean =>
  decision === 'approved' && checks.some(({ checkedBy, struck }) => !struck && checkedBy._id === decidedBy?._id)
