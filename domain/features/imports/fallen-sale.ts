import { type DateOnly, showDate } from '../../common/dates.ts'
import { fixedSteps, stepKeys } from '../timeline/step-definitions.ts'
import type { FieldValues } from './decide-row.ts'
import type { RowIssue } from './imports.model.ts'

/** A sale of a file that fell through: it is written with its steps, and ends on that day. */

const day = (values: FieldValues, key: string): DateOnly | null => {
  const value = values[key]
  return typeof value === 'string' ? value : null
}

export const fellThroughOn = (values: FieldValues): DateOnly | null => day(values, 'fellThroughOn')

/** A sale that fell through is written as a whole; an accepted offer of the property is that of another sale. */
export const fallenWhileAccepted =
  'An offer of this property is accepted: a sale that fell through before cannot be written beside it.'

/** Days that only a sale in progress has. */
const ofOpenSales = ['expectedExchange', 'expectedCompletion', 'mortgageOfferExpires', 'completionDate'] as const

const issue = (level: RowIssue['level'], code: string, message: string): RowIssue => ({
  level,
  column: null,
  value: '',
  message,
  code,
})

/** The contradictions of such a row, and its values without those that it cannot have. */
export function readFallenSale(given: FieldValues, acceptedOn: DateOnly | null): { values: FieldValues; issues: RowIssue[] } {
  const on = fellThroughOn(given)
  if (on === null) {
    const { fallReason, fallParty, ...values } = given
    const isNamed = fallReason !== undefined || fallParty !== undefined
    return isNamed
      ? {
          values,
          issues: [issue('warning', 'not-needed', 'The reason is left empty: no day on which the sale fell through is given.')],
        }
      : { values: given, issues: [] }
  }
  const values: Record<string, FieldValues[string]> = { ...given }
  for (const key of ofOpenSales) delete values[key]
  const issues: RowIssue[] = []
  if (acceptedOn !== null && on < acceptedOn)
    issues.push(
      issue(
        'error',
        'fell-before',
        `It fell through on ${showDate(on)}, before its offer was accepted on ${showDate(acceptedOn)}.`,
      ),
    )
  for (const { key, title } of fixedSteps) {
    const done = day(values, `step.${key}.done`)
    const ends = key === stepKeys.Exchanged || key === stepKeys.Completed
    if (ends && (done !== null || values[`step.${key}.state`] === 'C'))
      issues.push(
        issue('error', 'fell-after-exchange', `${title}: a sale that fell through on ${showDate(on)} has not exchanged.`),
      )
    else if (done !== null && done > on)
      issues.push(
        issue('error', 'step-after-fall', `${title}: ${showDate(done)} is after the sale fell through on ${showDate(on)}.`),
      )
  }
  return { values, issues }
}
