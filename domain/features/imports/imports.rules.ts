import { addDays, type Instant, londonDay } from '../../common/dates.ts'
import type { ErrorCode } from '../../error-catalogue.ts'
import type { ImportState } from './imports.model.ts'

/** Limits and steps of an import. [connect §1.4](docs/design/connect.md#1.4) and [connect §1.6](docs/design/connect.md#1.6). */

export const maxOpenImports = 3
/** 8 MiB. */
export const partBytes = 8_388_608
export const maxFileBytes = { table: 50_000_000, zip: 1_000_000_000 }
export const maxRowsPerImport = 100_000
export const tooManyRows = 'An import has 100,000 rows at most. Put the rest into another import.'
export const maxFilesPerImport = 20
/** "Undo within 30 days". Uploaded files are kept for the same time. */
export const undoDays = 30
/** "Parts already there stay for 24 hours." */
export const uploadHours = 24

const closed: readonly ImportState[] = ['done', 'undoing', 'undone', 'failed']
/** Whether it counts towards the limit of open imports. */
export const isOpen = (state: ImportState): boolean => !closed.includes(state)

/** Whether a job is queued or running. */
export const isBusy = (state: ImportState): boolean => ['reading', 'checking', 'running', 'undoing'].includes(state)

export type ImportStep = 'upload' | 'map' | 'check' | 'choose' | 'run' | 'stop' | 'undo' | 'delete'

/** The states in which a step is allowed. */
const states: Record<ImportStep, readonly ImportState[]> = {
  upload: ['open', 'reading', 'mapped', 'checked'],
  map: ['open', 'mapped', 'checked'],
  check: ['mapped', 'checked', 'stopped', 'done'],
  choose: ['checked'],
  run: ['checked', 'stopped'],
  stop: ['reading', 'checking', 'running'],
  undo: ['stopped', 'done'],
  delete: ['open', 'reading', 'mapped', 'checking', 'checked', 'failed'],
}

/** The failure of a file whose reading was stopped. It can be read again. */
export const readingStopped = 'Reading was stopped.'

/** "This import is not at that step." */
export const whyNotTake = (step: ImportStep, { state }: { state: ImportState }): ErrorCode | null =>
  states[step].includes(state) ? null : 'IMPORT_STATE'

/** The job of an import can be started again once an attempt has ended with an error. */
export const whyNotRetry = (one: { state: ImportState; jobFailedOn: Instant | null }): ErrorCode | null =>
  isBusy(one.state) && one.jobFailedOn !== null ? null : 'IMPORT_STATE'

/** "An import that was never run." */
export const whyNotDelete = (one: { state: ImportState; confirmedOn: Instant | null }): ErrorCode | null =>
  one.confirmedOn === null ? whyNotTake('delete', one) : 'IMPORT_STATE'

export const isUndone = (state: ImportState): boolean => state === 'undoing' || state === 'undone'

/**
 * "Accounts of vendors are made without invitation; *Invite vendors* on the report does so later": also while a second check of the
 * import waits to be confirmed.
 */
export const whyNotInvite = (one: { state: ImportState; confirmedOn: Instant | null }): ErrorCode | null =>
  one.confirmedOn !== null && ['done', 'stopped', 'checked'].includes(one.state) ? null : 'IMPORT_STATE'

/** The last day on which a finished import can be undone. */
export const undoUntil = (finishedOn: Instant): string => addDays(londonDay(finishedOn), undoDays)

/** "Undo within 30 days." */
export const whyNotUndo = (
  one: { state: ImportState; finishedOn: Instant | null; emptiedOn: Instant | null },
  now: Instant,
): ErrorCode | null => {
  const refused = whyNotTake('undo', one)
  if (refused) return refused
  const isLate = one.emptiedOn !== null || (one.finishedOn !== null && londonDay(now) > undoUntil(one.finishedOn))
  return isLate ? 'IMPORT_UNDO_ENDED' : null
}

export const partsOf = (bytes: number): number => Math.ceil(bytes / partBytes)

/** The length of part `n`, from 1. */
export const bytesOfPart = (bytes: number, n: number): number => Math.min(partBytes, bytes - (n - 1) * partBytes)
