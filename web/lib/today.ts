import { type DateOnly, londonDay } from '@gya/domain/common/dates.ts'

/** The day it is in London by the browser's clock. Screens propose it; what counts is decided by the server's own. */
export const today = (): DateOnly => londonDay(new Date().toISOString())
