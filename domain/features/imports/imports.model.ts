import { z } from 'zod'
import { Id, Timestamp } from '../../common/wire.ts'
import { importKindNames } from './kinds.ts'

/** What an import is made of: files, rows, decisions. Connect design, section 1. */

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

/** What happens with a row. */
export const decisions = ['error', 'duplicate', 'update', 'create', 'same', 'skip'] as const
export type Decision = (typeof decisions)[number]

export const decisionLabels: Record<Decision, string> = {
  error: 'Error',
  duplicate: 'Duplicate',
  update: 'Update',
  create: 'Create',
  same: 'Same',
  skip: 'Left out',
}

/** What to do with a duplicate. */
export const rowChoices = ['skip', 'update', 'create'] as const
export type RowChoice = (typeof rowChoices)[number]

/** What became of a row that was to be written. */
export const rowOutcomes = ['written', 'held-back', 'left-out', 'kept', 'undone'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

export const RowIssue = z.object({
  level: z.enum(['error', 'warning']),
  /** Name of the column; null: the row as a whole. */
  column: z.string().nullable(),
  value: z.string(),
  message: z.string(),
  /** Rows with the same code are alike. */
  code: z.string(),
  /** Keys of the fields that a warning is about: it is given only if one of them is written. Absent: it is given in any case. */
  fields: z.array(z.string()).optional(),
})
export type RowIssue = z.output<typeof RowIssue>

const PlanValue = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type PlanValue = z.output<typeof PlanValue>

/** A value that is written. Amounts are pence, days `YYYY-MM-DD`. */
export const PlannedField = z.object({ field: z.string(), from: PlanValue, to: PlanValue })
export type PlannedField = z.output<typeof PlannedField>

/** `create + update + same + duplicate + error + skip` are the rows read; `written + heldBack + leftOut` the rows confirmed. */
export const ImportCounts = z.object({
  rows: z.int(),
  create: z.int(),
  update: z.int(),
  same: z.int(),
  duplicate: z.int(),
  error: z.int(),
  skip: z.int(),
  /** Rows that will be, or were to be, written: creates, updates, and duplicates with that choice. */
  confirmed: z.int(),
  written: z.int(),
  heldBack: z.int(),
  leftOut: z.int(),
  undone: z.int(),
  kept: z.int(),
  /** Groups that are, or were, to be written, and how many were dealt with. */
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
  confirmed: 0,
  written: 0,
  heldBack: 0,
  leftOut: 0,
  undone: 0,
  kept: 0,
  groups: 0,
  groupsDone: 0,
}

export const mappedByWays = ['recognised', 'remembered', 'person'] as const

/** A column of a file with three of its values, and the share of rows in which it is filled, in percent. */
export const FileColumn = z.object({
  name: z.string(),
  samples: z.array(z.string()),
  filled: z.int(),
  /** The field it goes to; null: it is left out. */
  field: z.string().nullable(),
  mappedBy: z.enum(mappedByWays).nullable(),
  /** Of a column of choices: the values in the file, their count, and ours; null: left empty, absent: not known yet. */
  codes: z.array(z.object({ value: z.string(), count: z.int(), ours: z.string().nullable().optional() })),
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
  notices: z.array(z.string()),
  /** What is to be done before the check, in words. */
  missing: z.array(z.string()),
})
export type ImportFile = z.output<typeof ImportFile>

const Import = z.object({
  _id: Id,
  name: z.string(),
  system: z.string(),
  branch: z.object({ _id: Id, name: z.string() }).nullable(),
  state: z.enum(importStates),
  counts: ImportCounts,
  /** Of the last check; a run names it. */
  position: z.int(),
  createdBy: z.string().nullable(),
  createdOn: Timestamp,
  confirmedBy: z.string().nullable(),
  confirmedOn: Timestamp.nullable(),
  finishedOn: Timestamp.nullable(),
  undoneOn: Timestamp.nullable(),
  /** Until when it can be undone; null: it cannot. */
  undoUntil: Timestamp.nullable(),
  failure: z.string().nullable(),
  /** When the last attempt of the job at work ended with an error; null: it waits or runs. */
  jobFailedOn: Timestamp.nullable(),
  version: z.int(),
})

export const ImportSummary = Import
export const ImportDetail = Import.extend({
  files: z.array(ImportFile),
  /** Vendors whose accounts it made and who were not invited yet. */
  vendorsToInvite: z.int(),
})
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
  /** As in the file, in the order of its columns; empty once the import was emptied. */
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
