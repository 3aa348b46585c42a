import type { Instant } from '@gya/domain/common/dates.ts'
import { isBackdated } from '@gya/domain/features/record/backdated.ts'

/** The number of backdated entries that a verdict lists. */
const maxListed = 20

/** Follows the times of consecutive entries and of the checkpoints between them, and collects backdated entries. */
export class EntryTimes {
  #reached: Instant | null = null
  readonly backdated: { count: number; first: { position: number; at: Instant; reached: Instant }[] } = { count: 0, first: [] }

  /** Adds the next entry by position. */
  add(position: number, at: Instant): void {
    const reached = this.#reached
    if (reached !== null && isBackdated(at, reached)) {
      this.backdated.count += 1
      if (this.backdated.first.length < maxListed) this.backdated.first.push({ position, at, reached })
    } else this.reach(at)
  }

  /** A checkpoint after the entries so far: they existed at this time. */
  reach(at: Instant): void {
    if (this.#reached === null || Date.parse(at) > Date.parse(this.#reached)) this.#reached = at
  }
}
