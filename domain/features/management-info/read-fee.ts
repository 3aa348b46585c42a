/** A fee as people write it. [seat §6](docs/design/seat.md#6) */
export type ReadFee = { percent: number } | { pounds: number } | null | 'unclear'

/** With % or at most 10 a percentage, with £ or above 100 pounds; between the two it is unclear. Null: empty. */
export function readFee(text: string): ReadFee {
  const bare = text.replace(/[\s,]/g, '').toLowerCase()
  if (bare === '') return null
  const [, pound, digits, percent] = /^(£?)(\d{1,9}(?:\.\d{1,3})?)(%?)$/.exec(bare) ?? []
  const value = Number(digits)
  if (digits === undefined || (pound !== '' && percent !== '')) return 'unclear'
  if (percent !== '' || (pound === '' && value <= 10)) return value <= 100 ? { percent: value } : 'unclear'
  return (pound !== '' || value > 100) && Number.isInteger(Math.round(value * 1e5) / 1e3) ? { pounds: value } : 'unclear'
}
