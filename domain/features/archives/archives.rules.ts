import type { Instant } from '../../common/dates.ts'
import type { ErrorCode } from '../../error-catalogue.ts'

/** Exports of a company: [connect §2.1](docs/design/connect.md#2.1). */

export const exportStates = ['queued', 'running', 'done', 'failed', 'expired'] as const
export type ExportState = (typeof exportStates)[number]

/** "Ready archives wait 7 days." */
export const exportDays = 7
/** "One at a time, 4 a day." */
export const exportsADay = 4

const dayMs = 86_400_000

export const exportExpiresOn = (finishedOn: Instant): Instant =>
  new Date(Date.parse(finishedOn) + exportDays * dayMs).toISOString()

/** Start of the 24 hours in which exports are counted. */
export const exportsCountedSince = (now: Instant): Instant => new Date(Date.parse(now) - dayMs).toISOString()

/** "One at a time, 4 a day." Failed ones do not count. */
export const whyNotExport = ({ underWay, lastDay }: { underWay: number; lastDay: number }): ErrorCode | null => {
  if (underWay > 0) return 'EXPORT_RUNNING'
  return lastDay >= exportsADay ? 'TOO_MANY_EXPORTS' : null
}
