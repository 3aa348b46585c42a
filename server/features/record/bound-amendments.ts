import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import type { Replaced } from '@gya/domain/features/record/verdict.ts'
import type { Db } from '../../db/pool.ts'
import { amendedDigest, digestOf } from './record-hash.ts'
import { type Amendment, findAmendments, findSealedRows, findWaiting, type SealedRow } from './record-reader.ts'

/** Kinds of entries that replace others. */
const erasureKinds: readonly string[] = ['person-erased', 'sales-aged']

/** The amendments of a record. An amendment is bound if the entry of its erasure confirms it. */
export class BoundAmendments {
  readonly #latest: ReadonlyMap<number, Amendment>
  readonly #byErasure: ReadonlyMap<string, Amendment[]>
  readonly #erasures: ReadonlyMap<string, SealedRow>
  /** Erasures that are not sealed yet. */
  readonly #waiting: ReadonlyMap<string, EventData>
  readonly #bound = new Map<string, boolean>()

  constructor(amendments: readonly Amendment[], erasures: readonly SealedRow[], waiting: ReadonlyMap<string, EventData>) {
    this.#latest = new Map(amendments.map((amendment) => [amendment.position, amendment]))
    this.#byErasure = Map.groupBy(amendments, ({ by }) => by)
    this.#waiting = waiting
    this.#erasures = new Map(erasures.map((row) => [row.eventId, row]))
  }

  static async load(db: Db, companyId: string): Promise<BoundAmendments> {
    const amendments = await findAmendments(db, companyId)
    const ids = [...new Set(amendments.map(({ by }) => by))]
    return new BoundAmendments(amendments, await findSealedRows(db, companyId, ids), await findWaiting(db, companyId, ids))
  }

  /** Compares data and author of an entry with its digest, or with the amendment if an erasure replaced it. */
  faultOf({ position, salt, digest, data, author }: SealedRow): 'entry-changed' | 'amendment-without-erasure' | null {
    const amendment = this.#latest.get(position)
    const [expected, by] = amendment ? [amendment, amendment.by] : [{ salt, digest }, null]
    if (expected.salt === null || !digestOf(expected.salt, { data, author }).equals(expected.digest)) return 'entry-changed'
    return by === null || this.#isBound(by) ? null : 'amendment-without-erasure'
  }

  /** Whether an erasure's entry lists exactly the amendments made in its name, and is itself unchanged. */
  #isBound(erasureId: string): boolean {
    const known = this.#bound.get(erasureId)
    if (known !== undefined) return known
    // An erasure that was itself replaced confirms nothing. Also prevents an endless recursion.
    this.#bound.set(erasureId, false)
    const made = this.#byErasure.get(erasureId) ?? []
    const says = (data: EventData) => isSame(data.amended, { count: made.length, digest: amendedDigest(made) })
    const row = this.#erasures.get(erasureId)
    const waiting = this.#waiting.get(erasureId)
    const isBound = row
      ? row.entry !== null && erasureKinds.includes(row.entry.kind) && says(row.data) && this.faultOf(row) === null
      : waiting !== undefined && says(waiting)
    this.#bound.set(erasureId, isBound)
    return isBound
  }

  /** Entries replaced by each erasure, the latest erasures first. */
  replaced(most: number): Replaced[] {
    return [...this.#byErasure]
      .flatMap(([id, made]) => {
        const by = this.#erasures.get(id)?.position
        return by === undefined ? [] : [{ count: made.length, by }]
      })
      .toSorted((a, b) => b.by - a.by)
      .slice(0, most)
  }
}

const isSame = (amended: unknown, expected: { count: number; digest: string }): boolean => {
  const { count, digest } = (amended ?? {}) as EventData
  return count === expected.count && digest === expected.digest
}
