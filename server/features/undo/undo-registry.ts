import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { UndoConflict } from '@gya/domain/features/undo/undo.rules.ts'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import type { AddJob } from '../../jobs/queue.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import type { PropertyEvents } from '../properties/write/save-properties.ts'
import type { UndoPart } from './undo.repository.ts'

export type UndoContext = {
  db: Db
  companyId: string
  /** The id of the change that is undone. */
  undoId: string
  caller: Caller
  now: Instant
  today: DateOnly
  newId(): string
  addJob: AddJob
  /** The properties of all parts as they were before the undo, locked. */
  properties: ReadonlyMap<string, LoadedProperty>
  /** Adds a sentence to the answer. */
  say(sentence: string): void
}

/**
 * A part that stays as it is; `name` is of one that is no field of its sale. `gone` had it before and can no longer have it; without, it has
 * changed since.
 */
export type Overtaken = { part: UndoPart; name?: string; gone?: string }

/** Defines how parts of one kind are undone. Each function receives consecutive parts of the kind together. */
type UndoPartKind<Part extends UndoPart> = {
  /** `undo` returns events of changed properties. */
  changesProperties?: true
  /** Undone with the rest of its change, never alone. */
  follows?: true
  /** The first part that is no longer as the change left it. */
  conflict(context: UndoContext, parts: readonly Part[]): Promise<UndoConflict | null>
  /** Returns parts that cannot be undone, such as e-mails that were sent. */
  sent?(context: UndoContext, parts: readonly Part[]): Promise<readonly Part[]>
  /** Describes such a part: "the e-mail to Ann Bell". */
  describeSent?(part: Part): string
  /** Returns parts with `each` that are no longer as the change left them, or cannot be as they were before. */
  overtaken?(context: UndoContext, parts: readonly Part[]): Promise<readonly Overtaken[]>
  /**
   * Restores the previous state of the parts. Returns the events of changed properties; their record, version and projections are written
   * afterwards, once for all parts.
   */
  // Kinds that change no property return nothing.
  undo(context: UndoContext, parts: readonly Part[]): Promise<readonly PropertyEvents[] | void>
}

const kinds = new Map<string, UndoPartKind<UndoPart>>()

/** Called when the routes of the feature that records parts of this kind are registered. */
export function registerUndoPart<Part extends UndoPart>(kind: Part['kind'], definition: UndoPartKind<Part>): void {
  kinds.set(kind, definition)
}

export function undoPartKind(kind: string): UndoPartKind<UndoPart> {
  const definition = kinds.get(kind)
  if (!definition) throw new Error(`No feature has registered undo parts of the kind ${kind}.`)
  return definition
}
