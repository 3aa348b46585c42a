import { type Instant, londonDay, showTime, weekdayName } from '@gya/domain/common/dates.ts'
import { useEffect, useState } from 'react'

const monthDay = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', day: 'numeric', month: 'long' })

/** "Wednesday 5 November, 14:32". */
const dayWords = (now: Instant): string => `${weekdayName(londonDay(now))} ${monthDay.format(new Date(now))}, ${showTime(now)}`

/** Day and time beside the title. */
export function TodayClock() {
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), 15_000)
    return () => clearInterval(timer)
  }, [])
  return <span className="day">{dayWords(now)}</span>
}
