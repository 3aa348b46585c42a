import { type Instant, showDateTime } from '@gya/domain/common/dates.ts'

type LastUse = { lastUsedOn: Instant | null; lastUsedFrom: string | null }

const minuteMs = 60_000

/** "3 minutes ago from 203.0.113.x" */
export function lastUseWords({ lastUsedOn, lastUsedFrom }: LastUse, now: Instant): string {
  if (lastUsedOn === null) return 'Not used yet'
  const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(lastUsedOn)) / minuteMs))
  const when =
    minutes < 1 ? 'Just now' : minutes < 60 ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago` : showDateTime(lastUsedOn)
  return `${when} from ${lastUsedFrom ?? 'somewhere'}`
}
