import { z } from 'zod'
import { Id, Timestamp } from '../../common/wire.ts'
import { importKindNames } from './import-kinds.ts'

/** Files, rows and decisions of an import. [connect §1](docs/design/connect.md#1). */

export const KindName = z.enum(importKindNames, 'Choose what is in this file.')

export const importStates = [
  'open',
  'reading',
  'mapped',
  'checking',
  'checked',
  'running',
  'stopped',
  'done',
  'undoing',
  'undone',
  'failed',
] as const
export type ImportState = (typeof importStates)[number]

/** The decision about a row. */
export const decisions = ['error', 'duplicate', 'update', 'create', 'same', 'skip'] as const
export type Decision = (typeof decisions)[number]

export const decisionLabels: Record<Decision, string> = {
  error: 'Error',
  duplicate: 'Duplicate',
  update: 'Update',
  create: 'Create',
  same: 'Same',
  skip: 'Skipped',
}

/** The action for a duplicate. */
export const rowChoices = ['skip', 'update', 'create'] as const
export type RowChoice = (typeof rowChoices)[number]

/** The result of a row. `stay-out`: neither written nor held back, as the check or a rule decided; `left-out`: those of a rule alone. */
export const rowOutcomes = ['written', 'held-back', 'stay-out', 'left-out', 'kept', 'undone'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

export const RowIssue = z.object({
  level: z.enum(['error', 'empty', 'warning']),
  /** Name of the column; null: the row as a whole. */
  column: z.string().nullable(),
  value: z.string(),
  message: z.string(),
  /** Identifies the reason: choices can be made for all rows with the same code. */
  code: z.string(),
  /** Keys of the fields that the warning is about. It is given only if one of them is written; without `fields` always. */
  fields: z.array(z.string()).optional(),
})
export type RowIssue = z.output<typeof RowIssue>

const PlanValue = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type PlanValue = z.output<typeof PlanValue>

/** A value that is written. Amounts are pence, days `YYYY-MM-DD`. */
export const PlannedField = z.object({ field: z.string(), from: PlanValue, to: PlanValue })
export type PlannedField = z.output<typeof PlannedField>

/** "Firms and people are made from names (switch, on)." `same`: known firms by the folded names that stand for them. [seat §6](docs/design/seat.md#6). */
export const MadeContacts = z.strictObject({
  firms: z.boolean(),
  people: z.boolean(),
  same: z.record(z.string().max(160), Id).optional(),
})
export type MadeContacts = z.output<typeof MadeContacts>
export const makeAll: MadeContacts = { firms: true, people: true }

/** `create + update + same + duplicate + error + skip` are the rows read; `written + heldBack + leftOut` the rows confirmed. */
export const ImportCounts = z.object({
  rows: z.int(),
  create: z.int(),
  update: z.int(),
  same: z.int(),
  duplicate: z.int(),
  error: z.int(),
  skip: z.int(),
  /** Rows with a warning and no error. */
  warnings: z.int(),
  /** Rows to be written for which the day of the import stands for a day that is not given, and the first 20 of them. */
  undated: z.int(),
  undatedRows: z.array(z.object({ fileId: Id, rowNo: z.int() })),
  /** Steps of sales with a day of completion, but no start, neither in the file nor from the step before. Set by the check. */
  stepsWithoutStart: z.int(),
  /** Properties to be created whose row does not say when they were taken on or launched. Set by the check. */
  withoutTakeOn: z.int(),
  /** New properties that are errors because neither their row nor the import names a branch. Set by the check. */
  withoutBranch: z.int(),
  /** Sales that would have no progressor unless the import shares them or a rule chooses. Set by the check. */
  withoutProgressor: z.int(),
  /** Cells left empty because they could not be read, in rows without an error. Set by the check. */
  emptied: z.int(),
  /** Columns of optional fields with such cells, of all rows, with up to three examples. Set by the check. */
  unreadable: z.array(
    z.object({
      fileId: Id,
      column: z.string(),
      field: z.string(),
      cells: z.int(),
      of: z.int(),
      examples: z.array(z.string()),
      message: z.string(),
    }),
  ),
  /** Firms to be made from names in sales, those that resemble a known firm first, at most 1,000, how many more; and the number of people. Set by the check. */
  made: z.object({
    firms: z.array(z.object({ name: z.string(), alike: z.object({ _id: Id, name: z.string() }).nullable() })),
    more: z.int().optional(),
    people: z.int(),
  }),
  /** Rows to be written: creates, updates, and duplicates with that choice. */
  confirmed: z.int(),
  /** Confirmed rows without a result that create a record, and that change one. */
  toCreate: z.int(),
  toUpdate: z.int(),
  written: z.int(),
  heldBack: z.int(),
  leftOut: z.int(),
  undone: z.int(),
  kept: z.int(),
  /** Groups to be written, and how many of them are finished. */
  groups: z.int(),
  groupsDone: z.int(),
})
export type ImportCounts = z.output<typeof ImportCounts>

export const emptyCounts: ImportCounts = {
  rows: 0,
  create: 0,
  update: 0,
  same: 0,
  duplicate: 0,
  error: 0,
  skip: 0,
  warnings: 0,
  undated: 0,
  undatedRows: [],
  stepsWithoutStart: 0,
  withoutTakeOn: 0,
  withoutBranch: 0,
  withoutProgressor: 0,
  emptied: 0,
  unreadable: [],
  made: { firms: [], people: 0 },
  confirmed: 0,
  toCreate: 0,
  toUpdate: 0,
  written: 0,
  heldBack: 0,
  leftOut: 0,
  undone: 0,
  kept: 0,
  groups: 0,
  groupsDone: 0,
}

export const mappedByWays = ['recognised', 'remembered', 'person'] as const

/** A column of a file with up to three sample values. `filled`: percentage of rows with a value. */
export const FileColumn = z.object({
  name: z.string(),
  samples: z.array(z.string()),
  filled: z.int(),
  /** The field it is mapped to; null: it is not imported. */
  field: z.string().nullable(),
  mappedBy: z.enum(mappedByWays).nullable(),
  /** Of a choice column: its distinct values with their count and the value they stand for; null: left empty, absent: not known yet. */
  codes: z.array(z.object({ value: z.string(), count: z.int(), ours: z.string().nullable().optional() })),
  /** More than half of its known values cannot be read. */
  isUnread: z.boolean(),
})
export type FileColumn = z.output<typeof FileColumn>

export const ImportFile = z.object({
  _id: Id,
  name: z.string(),
  state: z.enum(['uploading', 'reading', 'read', 'failed']),
  /** Why it could not be read. */
  failure: z.string().nullable(),
  kind: KindName.nullable(),
  format: z.enum(['csv', 'xlsx', 'blm', 'zip']).nullable(),
  sheet: z.string().nullable(),
  bytes: z.int(),
  parts: z.int(),
  /** Numbers of the parts that have arrived. */
  arrived: z.array(z.int()),
  rows: z.int(),
  /** Rows with an error and rows that the run left out: those in the download of errors. */
  errors: z.int(),
  columns: z.array(FileColumn),
  /** Columns whose unreadable cells are errors. */
  strict: z.array(z.string()),
  notices: z.array(z.string()),
  /** Messages: what has to be done before the check. */
  missing: z.array(z.string()),
  /** Another kind for which a file of properties can be used as well, with its columns that belong to that kind. */
  also: z.object({ kind: KindName, columns: z.array(z.string()) }).nullable(),
})
export type ImportFile = z.output<typeof ImportFile>

const Import = z.object({
  _id: Id,
  name: z.string(),
  system: z.string(),
  branch: z.object({ _id: Id, name: z.string() }).nullable(),
  state: z.enum(importStates),
  counts: ImportCounts,
  make: MadeContacts,
  /** Number of the last check, which a run has to state. */
  position: z.int(),
  createdBy: z.string().nullable(),
  createdOn: Timestamp,
  confirmedBy: z.string().nullable(),
  confirmedOn: Timestamp.nullable(),
  finishedOn: Timestamp.nullable(),
  undoneOn: Timestamp.nullable(),
  /** End of the period in which it can be undone; null: it cannot be undone. */
  undoUntil: Timestamp.nullable(),
  failure: z.string().nullable(),
  /** When the last attempt of the current job failed; null: it is queued or running. */
  jobFailedOn: Timestamp.nullable(),
  version: z.int(),
})

/** Numbers of vendors with a property whose accounts an import made. */
export const VendorInvitations = z.object({
  toInvite: z.int(),
  /** Invited, by this or another call, or signed in. */
  invited: z.int(),
  withoutEmail: z.int(),
  /** Whether a job sends invitations. */
  isSending: z.boolean(),
  /** When the last attempt of this job failed; null: it is queued or running. */
  failedOn: Timestamp.nullable(),
})
export type VendorInvitations = z.output<typeof VendorInvitations>

export const ImportSummary = Import
export const ImportDetail = Import.extend({
  files: z.array(ImportFile),
  /** Null: its vendors cannot be invited, because nothing was written or it is being written or undone. */
  vendors: VendorInvitations.nullable(),
}).meta({ id: 'Import' })
export type ImportDetail = z.output<typeof ImportDetail>
export type ImportSummary = z.output<typeof ImportSummary>

export const ImportRow = z.object({
  fileId: Id,
  rowNo: z.int(),
  kind: KindName,
  title: z.string(),
  decision: z.enum(decisions),
  choice: z.enum(rowChoices).nullable(),
  targetId: Id.nullable(),
  groupKey: z.string().nullable(),
  /** The cells in the order of the columns; empty after the retention period. */
  cells: z.array(z.string()),
  issues: z.array(RowIssue),
  plan: z.array(PlannedField),
  writtenOn: Timestamp.nullable(),
  heldBack: z.string().nullable(),
  leftOut: z.string().nullable(),
  undoneOn: Timestamp.nullable(),
  keptBecause: z.string().nullable(),
})
export type ImportRow = z.output<typeof ImportRow>
