import { showDate } from '../../common/dates.ts'
import type { Decision, PlannedField, PlanValue, RowChoice, RowIssue } from './imports.model.ts'
import { type ImportKind, importKinds } from './kinds.ts'

/**
 * What happens with a row: connect design, section 1.3, rules 3 to 6. The same function decides at the check and anew when the row is
 * written; a group that would now be decided otherwise is held back (rule 12).
 */

/** Values by field key that are compared and written. */
export type FieldValues = Readonly<Record<string, PlanValue | undefined>>

/** A thing of GYA that a row may be about. */
export type Existing = {
  id: string
  /** Its present values; fields that are missing here are not compared. */
  values: FieldValues
  /** Fields that were changed in GYA by hand after the last import of this reference. */
  changedHere: Readonly<Record<string, { by: string; on: string }>>
}

export type RowFacts = {
  kind: ImportKind
  values: FieldValues
  issues: readonly RowIssue[]
  /** Why the row is no concern of GYA. */
  skip?: string | undefined
  /** Where the same thing stands already in these files: "line 14". */
  earlier: string | null
  /** Why the row cannot be written, such as an error of its property. */
  refusal: { message: string; code: string } | null
  /** Found by its reference. */
  byReference: Existing | null
  /** Found by what it is, without a reference. */
  alike: { existing: Existing; message: string; code: string } | null
}

export type DecidedRow = {
  decision: Decision
  targetId: string | null
  issues: RowIssue[]
  plan: PlannedField[]
}

const rowIssue = (level: RowIssue['level'], code: string, message: string): RowIssue => ({
  level,
  column: null,
  value: '',
  message,
  code,
})

const errorsFirst = (issues: readonly RowIssue[]): RowIssue[] =>
  issues.toSorted((a, b) => Number(b.level === 'error') - Number(a.level === 'error'))

/** Whether a row is to be written: creates, updates, and duplicates for which somebody chose that. */
export const isConfirmed = (decision: Decision, choice: RowChoice | null): boolean =>
  decision === 'create' || decision === 'update' || (decision === 'duplicate' && choice !== null && choice !== 'skip')

export function decideRow(facts: RowFacts): DecidedRow {
  const { skip, earlier, refusal, byReference, alike } = facts
  const issues = [...facts.issues]
  const created = plannedFields(facts.kind, facts.values, {})
  const end = (
    decision: Decision,
    more: readonly RowIssue[] = [],
    target: Existing | null = null,
    plan = created,
  ): DecidedRow => ({
    decision,
    targetId: target?.id ?? null,
    issues: errorsFirst([...issues, ...more]),
    plan,
  })
  if (skip !== undefined) return end('skip', [rowIssue('warning', 'skip', skip)])
  if (issues.some(({ level }) => level === 'error')) return end('error')
  if (earlier !== null) return end('error', [rowIssue('error', 'same-line', `The same as ${earlier}.`)])
  if (refusal) return end('error', [rowIssue('error', refusal.code, refusal.message)])
  if (byReference) {
    const { plan, kept } = plannedUpdate(facts, byReference)
    // Nothing is written of a row that is the same, so that warnings about what would be written say nothing.
    if (plan.length === 0) return { decision: 'same', targetId: byReference.id, issues: kept, plan }
    const decided = end('update', kept, byReference, plan)
    return { ...decided, issues: decided.issues.filter((issue) => isAboutPlan(issue, plan)) }
  }
  if (!alike) return end('create')
  const duplicate = rowIssue('warning', alike.code, alike.message)
  // With the present values, whatever is chosen: an update writes those that differ.
  return end('duplicate', [duplicate], alike.existing, plannedFields(facts.kind, facts.values, alike.existing.values))
}

/** Whether an issue is about a field that is written, or about none in particular. */
const isAboutPlan = ({ fields }: RowIssue, plan: readonly PlannedField[]): boolean =>
  fields === undefined || plan.some(({ field }) => fields.includes(field))

/** "`update` writes only fields that differ and that were not changed in GYA by hand after the last import of that reference." */
function plannedUpdate({ kind, values }: RowFacts, existing: Existing): { plan: PlannedField[]; kept: RowIssue[] } {
  const differing = plannedFields(kind, values, existing.values, true)
  const isKept = ({ field }: PlannedField) => existing.changedHere[field] !== undefined
  return {
    plan: differing.filter((field) => !isKept(field)),
    kept: differing.filter(isKept).map(({ field }) => {
      const { by, on } = existing.changedHere[field] ?? { by: '', on: '' }
      return rowIssue('warning', 'kept', `${titleOf(kind, field)} kept: changed here on ${showDate(on)} by ${by}.`)
    }),
  }
}

const titleOf = (kind: ImportKind, key: string): string => importKinds[kind].fields.find((of) => of.key === key)?.title ?? key

/** The fields in the order of the kind. With `differing`, those that differ from a thing that is there. */
function plannedFields(kind: ImportKind, values: FieldValues, before: FieldValues, differing = false): PlannedField[] {
  return importKinds[kind].fields.flatMap(({ key }) => {
    const to = values[key]
    if (to === undefined || to === null || to === '') return []
    const from = before[key] ?? null
    if (differing && (!(key in before) || isSameValue(from, to))) return []
    return [{ field: key, from, to }]
  })
}

/** Text is the same whatever its case and spaces. */
function isSameValue(from: PlanValue, to: PlanValue): boolean {
  if (typeof from === 'string' && typeof to === 'string') return foldText(from) === foldText(to)
  return from === to
}

const foldText = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ')

/** Whether a row would now be decided as the check said. Warnings may differ. */
export const isSameDecision = (a: Omit<DecidedRow, 'issues'>, b: Omit<DecidedRow, 'issues'>): boolean =>
  a.decision === b.decision && a.targetId === b.targetId && planText(a.plan) === planText(b.plan)

const planText = (plan: readonly PlannedField[]): string => JSON.stringify(plan.map(({ field, from, to }) => [field, from, to]))
