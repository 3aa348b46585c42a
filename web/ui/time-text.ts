/**
 * A time of the day as `HH:mm` from what people type: 9:30, 09.30, 0930, 14, 2pm, 2.30 pm. Undefined for anything else and for
 * times that do not exist.
 */
export const parseTime = (text: string): string | undefined => {
  const bare = text.trim().toLowerCase()
  const match = /^(\d{1,2})(?:[:.\s]?(\d{2}))?\s*(am|pm|a\.m\.|p\.m\.)?$/.exec(bare)
  if (!match) return undefined
  const [, hourText = '', minuteText = '00', half] = match
  const hour = Number(hourText)
  if (half && (hour < 1 || hour > 12)) return undefined
  const hours = half ? (hour % 12) + (half.startsWith('p') ? 12 : 0) : hour
  if (hours > 23 || Number(minuteText) > 59) return undefined
  return `${String(hours).padStart(2, '0')}:${minuteText}`
}

/** Every time of the day that is a multiple of `step` minutes after midnight. */
export const timesOfDay = (step: number): string[] =>
  Array.from({ length: Math.ceil((24 * 60) / step) }, (_, index) => {
    const minutes = index * step
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  })
