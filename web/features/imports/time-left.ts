type Pace = {
  /** Number finished so far, and in total. */
  done: number
  of: number
  /** Number finished when the measurement began, and milliseconds since then. */
  since: number
  elapsed: number
}

const minute = 60_000

/** "about 3 minutes left", at the pace so far; null while nothing is finished. */
export function timeLeft({ done, of, since, elapsed }: Pace): string | null {
  if (done <= since || elapsed <= 0 || done >= of) return null
  const minutes = ((of - done) * elapsed) / (done - since) / minute
  if (minutes < 1) return 'less than a minute left'
  const whole = Math.ceil(minutes)
  return `about ${whole} ${whole === 1 ? 'minute' : 'minutes'} left`
}
