import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { type DecidedRow, isCreating } from '@gya/domain/features/imports/decide-row.ts'
import type { MadeContacts } from '@gya/domain/features/imports/imports.model.ts'
import type { Db } from '../../../db/pool.ts'
import type { AddJob } from '../../../jobs/queue.ts'
import type { NewEvent } from '../../events/events.repository.ts'
import type { StoredFile } from '../../files/file-lifecycle.ts'
import type { LoadedProperty } from '../../properties/read/load-property.ts'
import type { PreparedRow } from '../prepare-row.ts'
import type { EntryRow } from '../zip-entries.repository.ts'
import type { ImportShare } from './assign-imported.ts'
import type { NewChange } from './import-changes.ts'

/** The transaction of a group. */
export type WriteContext = {
  db: Db
  companyId: string
  /** Who confirmed the import: the author of what it writes. */
  userId: string
  now: Instant
  today: DateOnly
  newId(): string
  import: { id: string; name: string; system: string; share: ImportShare | null; make: MadeContacts }
  /** Stores a file of a ZIP; the transaction that refers to it retains it. */
  stage: (entry: EntryRow, keep: 'picture' | 'original') => Promise<StoredFile>
  addJob: AddJob
  /** Documents are scanned for viruses before they can be opened. */
  scansDocuments: boolean
}

export type RowToWrite = { row: PreparedRow; decided: DecidedRow }

/** The result of writing a row. */
export type WrittenRow = {
  /** The object that its reference identifies. */
  objectId: string
  events: NewEvent[]
  /** Changes outside the property, for the undo. */
  changes: NewChange[]
  /** The property has to be read again for the next row. */
  isPropertyChanged?: boolean
}

/** Writes a row that belongs to a property. If it throws a DomainError, the row is left out with its message. */
export type WriteRow = (context: WriteContext, property: LoadedProperty, row: RowToWrite) => Promise<WrittenRow>

export const isNew = ({ row, decided }: RowToWrite): boolean => isCreating(decided.decision, row.row.choice)

/** The values that a row writes: all for a new object, those that differ for an existing one. */
export function valuesToWrite(one: RowToWrite): Record<string, string | number | boolean> {
  const { plan } = one.decided
  const fields = isNew(one) ? plan : plan.filter(({ from, to }) => from !== to)
  return Object.fromEntries(fields.flatMap(({ field, to }) => (to === null ? [] : [[field, to]])))
}
