const hour = 3_600_000

/** The total duration of retries with these delays (in milliseconds): "16 hours", "3 days". */
export function retryWindow(delays: readonly number[]): string {
  const hours = delays.reduce((sum, delay) => sum + delay, 0) / hour
  const [count, unit] = hours < 48 ? [Math.round(hours), 'hour'] : [Math.round(hours / 24), 'day']
  return `${count} ${count === 1 ? unit : `${unit}s`}`
}
