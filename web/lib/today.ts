import { type DateOnly, type Instant, londonDay } from '@gya/domain/common/dates.ts'

/** Today in London by the browser's clock, for default values; the server uses its own clock. */
export const today = (): DateOnly => londonDay(new Date().toISOString())

export const now = (): Instant => new Date().toISOString()
