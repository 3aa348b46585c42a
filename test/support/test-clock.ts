import type { Clock } from '../../server/infra/clock.ts'

const units = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 }

/** A clock that only tests move, with deterministic ids. */
export class TestClock implements Clock {
  #at: number
  #ids: number
  /** `idsGiven`: the number of ids already used in the template database. */
  constructor(start: string, idsGiven = 0) {
    this.#at = Date.parse(start)
    this.#ids = idsGiven
  }
  get idsGiven(): number {
    return this.#ids
  }
  now(): string {
    return new Date(this.#at).toISOString()
  }
  newId(): string {
    this.#ids += 1
    const time = this.#at.toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${this.#ids.toString(16).padStart(12, '0')}`
  }
  moveTo(instant: string): void {
    this.#at = Date.parse(instant)
  }
  advance(time: { [Unit in keyof typeof units]?: number }): void {
    for (const [unit, length] of Object.entries(units)) this.#at += length * (time[unit as keyof typeof units] ?? 0)
  }
}
