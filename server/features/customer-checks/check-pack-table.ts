import { showDate } from '@gya/domain/common/dates.ts'
import {
  checkKindLabels,
  checkResultLabels,
  checkWayLabels,
  customerFormLabels,
  customerSideLabels,
  decisionLabels,
} from '@gya/domain/features/customer-checks/customer-checks.model.ts'
import { checksWords, customerStateLabels, customerStates } from '@gya/domain/features/customer-checks/customer-states.ts'
import type { PdfTable, PdfTableCell } from '../../infra/pdf/table.ts'
import { type CheckPackContent, stateIn } from './check-pack-content.ts'
import type { StoredCheck, StoredCustomer } from './customer-checks.repository.ts'
import { copiesOf, isApprovedByChecker, reasonWords } from './register-csv.ts'

/** `register.pdf`: company, period, officer and counts, sales without a check, then every check by sale and customer. */
export function checkPackTable(content: CheckPackContent): PdfTable {
  const { company, options, settings, customers, unchecked } = content
  const states = customers.map((one) => stateIn(content, one).state)
  const bySale = [...customers].toSorted(
    (a, b) =>
      a.place.branch.localeCompare(b.place.branch) || a.place.line1.localeCompare(b.place.line1) || a.side.localeCompare(b.side),
  )
  return {
    page: 'A3',
    title: `Customer checks of ${company}`,
    subtitle: `${showDate(options.dateStart)} to ${showDate(options.dateEnd)}. Nominated officer: ${settings.officer ?? 'none is entered'}. Made on ${showDate(content.today)}.`,
    figures: [
      ['Sales without a check', String(unchecked.length)],
      ['Customers', String(customers.length)],
      ...customerStates.map(
        (state) => [customerStateLabels[state], String(states.filter((one) => one === state).length)] as const,
      ),
    ],
    legend: [
      { text: 'Sales without a check', fill: gap },
      { text: 'A customer; their checks follow', fill: head },
    ],
    columns,
    rows: [
      ...unchecked.map(({ branch, line1, postcode, since }) => ({
        fill: gap,
        cells: cellsOf([`${line1}, ${postcode}`, `${branch}: no check`, since ? `since ${showDate(since)}` : '']),
      })),
      ...bySale.flatMap((customer) => [customerRow(content, customer), ...customer.checks.map(checkRow)]),
    ],
    emptyText: 'No customer was entered in this period.',
    footer: `${company}: customer checks, ${showDate(options.dateStart)} to ${showDate(options.dateEnd)}`,
  }
}

const columns = [
  { heading: 'Property', group: 'Sale', width: 150 },
  { heading: 'Customer or check', group: 'Sale', width: 165 },
  { heading: 'Day', group: 'Check', width: 55 },
  { heading: 'Way, provider, reference, documents', group: 'Check', width: 190 },
  { heading: 'Result, in words', group: 'Check', width: 250 },
  { heading: 'Good until', group: 'Check', width: 55 },
  { heading: 'By', group: 'Check', width: 90 },
  { heading: 'Copies', group: 'Check', width: 110 },
]

const head = '#e8edf5'
const gap = '#fbe9e7'

/** Of a row; empty to its end. */
const cellsOf = (texts: readonly string[], rest: Partial<PdfTableCell> = {}): PdfTableCell[] =>
  columns.map((_, at) => ({ text: texts[at] ?? '', ...rest }))

const joined = (...parts: readonly (string | false | null)[]): string => parts.filter(Boolean).join(', ')

function customerRow(content: CheckPackContent, customer: StoredCustomer) {
  const { state, until, missing } = stateIn(content, customer)
  const owned = content.registers.get(customer.propertyId)?.customers.find(({ id }) => id === customer.ownerOf)
  const stateWords = [checksWords({ state, until }), ...(missing.length > 0 ? [missing.join(', ')] : [])].join(': ')
  const reasons = reasonWords(customer)
  const decision =
    customer.decidedBy === null
      ? ''
      : `${decisionLabels[customer.decision]} by ${customer.decidedBy.name}: ${customer.decisionReason}${isApprovedByChecker(customer) ? ' Approved by the person who checked.' : ''}`
  return {
    fill: head,
    cells: cellsOf(
      [
        `${customer.place.line1}, ${customer.place.postcode}, ${customer.place.branch}`,
        joined(
          customer.name,
          customerSideLabels[customer.side],
          customerFormLabels[customer.form],
          owned ? `owner of ${owned.name}` : null,
        ),
        customer.endedOn === null ? '' : `ended ${showDate(customer.endedOn)}`,
        reasons && `More closely because: ${reasons}. ${customer.reasonsBecause}`.trim(),
        [state === 'refused' ? '' : stateWords, decision].filter(Boolean).join('. '),
        '',
        '',
        customer.keepUntil === null ? '' : `Kept until ${showDate(customer.keepUntil)}`,
      ],
      { bold: true },
    ),
  }
}

const checkRow = (check: StoredCheck) => ({
  cells: cellsOf(
    [
      '',
      checkKindLabels[check.kind],
      showDate(check.checkedOn),
      joined(checkWayLabels[check.way], check.provider, check.reference, check.documents),
      `${checkResultLabels[check.result]}: ${check.words}${check.struck ? ` Struck out: ${check.struckBecause}` : ''}`,
      showDate(check.expiresOn),
      check.checkedBy.name,
      copiesOf(check),
    ],
    check.struck ? { colour: '#8a8a8a' } : {},
  ),
})
