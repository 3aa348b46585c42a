import { type Fault, maxFaults } from '@gya/domain/features/record/verdict.ts'
import { chainedHash, firstHash, leafOf } from './record-hash.ts'
import type { SealedRow } from './record-reader.ts'

/** An entry whose hash does not follow from its content and the previous hash. */
type Break = { row: SealedRow; previous: Buffer }

const faultAt = ({ position, entry }: SealedRow, what: Fault['what']): Fault => ({ position, what, at: entry?.at ?? null })

/** Verifies the hashes of consecutive entries and collects faults. */
export class HashChain {
  readonly #companyId: string
  readonly #breaks: Break[] = []
  readonly #missing: Fault[] = []
  #previous: Buffer
  /** The highest position so far. */
  length = 0

  constructor(companyId: string) {
    this.#companyId = companyId
    this.#previous = firstHash(companyId)
  }

  /** Adds the next entry by position. After a fault, verification continues from the stored hash. */
  add(row: SealedRow): void {
    const previous = this.#previous
    const isNext = row.position === this.length + 1
    if (!isNext) this.#addMissing({ position: this.length + 1, what: 'entry-missing', at: null })
    else if (row.entry === null) this.#addMissing(faultAt(row, 'entry-missing'))
    else if (this.#breaks.length < maxFaults && !this.#hashOf(row, previous).equals(row.hash))
      this.#breaks.push({ row, previous })
    this.#previous = row.hash
    this.length = row.position
  }

  #addMissing(fault: Fault): void {
    if (this.#missing.length < maxFaults) this.#missing.push(fault)
  }

  #hashOf({ entry, digest }: Pick<SealedRow, 'entry' | 'digest'>, previous: Buffer, position = this.length + 1): Buffer {
    return entry ? chainedHash(previous, leafOf(this.#companyId, position, entry, digest)) : Buffer.alloc(0)
  }

  /** Returns the faults after all entries were added. */
  faults(): Fault[] {
    const faults: Fault[] = [...this.#missing]
    const moved = new Set<number>()
    for (const [index, one] of this.#breaks.entries()) {
      const { row } = one
      const before = this.#breaks[index - 1]
      const isConsequence =
        before?.row.position === row.position - 1 && (moved.has(row.position - 1) || this.#isWrongHash(before, row))
      const other = moved.has(row.position) ? row : this.#otherPlaceOf(one)
      if (other) {
        moved.add(row.position).add(other.position)
        faults.push(faultAt(row, 'order-changed'))
      } else if (!isConsequence) {
        const next = this.#breaks[index + 1]
        const isLast = row.position === this.length
        const isWrongHash = isLast || (next?.row.position === row.position + 1 && this.#isWrongHash(one, next.row))
        faults.push(faultAt(row, isWrongHash ? 'hash-differs' : 'entry-changed'))
      }
    }
    return faults
  }

  /** Whether only the stored hash of a broken entry was changed: the next entry then follows from the computed hash. */
  #isWrongHash({ row, previous }: Break, next: SealedRow): boolean {
    const right = this.#hashOf(row, previous, row.position)
    return this.#hashOf(next, right, next.position).equals(next.hash)
  }

  /** Returns the broken entry that was written at this position. */
  #otherPlaceOf({ row, previous }: Break): SealedRow | undefined {
    const others = this.#breaks.map((one) => one.row).filter((other) => other !== row)
    return others.find((other) =>
      [row.digest, other.digest].some((digest) => {
        const written = this.#hashOf({ entry: other.entry, digest }, previous, row.position)
        return written.equals(row.hash) || written.equals(other.hash)
      }),
    )
  }
}
