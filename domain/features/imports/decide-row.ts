import { showDate } from '../../common/dates.ts'
import { addressOfRef } from './address-ref.ts'
import { foldFirmName } from './fold-firm-name.ts'
import { type ImportKind, importKinds } from './import-kinds.ts'
import type { Decision, PlannedField, PlanValue, RowChoice, RowIssue } from './imports.model.ts'

/**
 * The decision about a row: [connect §1.3](docs/design/connect.md#1.3), rules 3 to 6. It is made at the check and again when the row is
 * written. If the results differ, the group is held back (rule 12).
 */

/** The values of a row or of an existing object, by field key. */
export type FieldValues = Readonly<Record<string, PlanValue | undefined>>

/** An existing object that a row may match. */
export type Existing = {
  id: string
  /** Its current values. Fields that are absent are not compared. */
  values: FieldValues
  /** Fields that were changed in GYA by hand after the last import of this reference. */
  changedHere: Readonly<Record<string, { by: string; on: string }>>
}

export type RowFacts = {
  kind: ImportKind
  values: FieldValues
  issues: readonly RowIssue[]
  /** Why the row is skipped. */
  skip?: string | undefined
  /** The earlier row for the same object: "line 14". */
  earlier: string | null
  /** Why the row cannot be written, for example because of an error in its property. */
  refusal: { message: string; code: string } | null
  /** Found by its reference. */
  byReference: Existing | null
  /** Found by its identifying fields, because the row has no reference. */
  alike: { existing: Existing; message: string; code: string } | null
  /** The e-mail address of its vendor is that of a vendor with another name, who would get what the row creates. */
  otherVendor: { message: string; code: string } | null
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
  issues.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))

const levels = ['error', 'empty', 'warning']

/** Whether a row is to be written: a create, an update, or a duplicate with that choice. */
export const isConfirmed = (decision: Decision, choice: RowChoice | null): boolean =>
  decision === 'create' || decision === 'update' || (decision === 'duplicate' && choice !== null && choice !== 'skip')

/** Whether a row creates something: a choice counts only while the row is a duplicate. */
export const isCreating = (decision: Decision, choice: RowChoice | null): boolean =>
  decision === 'create' || (decision === 'duplicate' && choice === 'create')

type Chosen = { decision: Decision | null; target_id: string | null; choice: RowChoice | null }

/** The choice that a row keeps when it is checked again: if it is still a duplicate of the same object. */
export const keptChoice = (
  before: Chosen,
  { decision, targetId }: Pick<DecidedRow, 'decision' | 'targetId'>,
): RowChoice | null =>
  decision === 'duplicate' && before.decision === decision && before.target_id === targetId ? before.choice : null

export function decideRow(facts: RowFacts): DecidedRow {
  const { skip, earlier, refusal, byReference, alike, otherVendor } = facts
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
  const why = facts.kind === 'vendor' ? ' An e-mail address is one account: give each vendor one of their own.' : ''
  if (earlier !== null) return end('error', [rowIssue('error', 'same-line', `The same as ${earlier}.${why}`)])
  if (refusal) return end('error', [rowIssue('error', refusal.code, refusal.message)])
  if (byReference) {
    const { plan, kept } = plannedUpdate(facts, byReference)
    // An unchanged row writes nothing, so its warnings do not apply.
    const emptied = issues.filter(({ level }) => level === 'empty')
    if (plan.length === 0) return { decision: 'same', targetId: byReference.id, issues: [...emptied, ...kept], plan }
    const decided = end('update', kept, byReference, plan)
    return { ...decided, issues: decided.issues.filter((issue) => isAboutPlan(issue, plan)) }
  }
  const other = otherVendor ? [rowIssue('warning', otherVendor.code, otherVendor.message)] : []
  if (!alike) return end(otherVendor ? 'duplicate' : 'create', other)
  const duplicate = rowIssue('warning', alike.code, alike.message)
  // The plan contains the current values, so that a later choice of Update needs no new check.
  return end('duplicate', [duplicate, ...other], alike.existing, plannedFields(facts.kind, facts.values, alike.existing.values))
}

/** Whether an issue names no fields, or at least one that is written. */
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

/** The fields to write, in the order of the kind. With `differing`, only those that differ from the existing object. */
function plannedFields(kind: ImportKind, values: FieldValues, before: FieldValues, differing = false): PlannedField[] {
  return importKinds[kind].fields.flatMap(({ key }) => {
    const to = values[key]
    if (to === undefined || to === null || to === '') return []
    if (key === 'propertyRef' && addressOfRef(String(to)) !== null) return []
    const from = before[key] ?? null
    if (differing && (!(key in before) || isSameValue(from, to))) return []
    return [{ field: key, from, to }]
  })
}

/** Compares text, ignoring case and white space. */
function isSameValue(from: PlanValue, to: PlanValue): boolean {
  if (typeof from === 'string' && typeof to === 'string') return foldText(from) === foldText(to)
  return from === to
}

const foldText = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ')

/** Whether a new decision equals that of the check. Warnings are not compared. */
export const isSameDecision = (a: Omit<DecidedRow, 'issues'>, b: Omit<DecidedRow, 'issues'>): boolean =>
  a.decision === b.decision && a.targetId === b.targetId && planText(a.plan) === planText(b.plan)

const planText = (plan: readonly PlannedField[]): string =>
  JSON.stringify(plan.map(({ field, from, to }) => [field, from, isParty.test(field) ? foldFirmName(String(to)) : to]))

/** Firms and people made from names are spelled as in the row that is written first. */
const isParty = /(?:Solicitor|Broker)(?:Person)?$/
