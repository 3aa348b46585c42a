import { capitalize } from '../../common/capitalize.ts'

const small = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const scales = [
  [1_000_000_000, 'thousand million'],
  [1_000_000, 'million'],
  [1_000, 'thousand'],
] as const

const underHundred = (n: number): string =>
  n < 20 ? (small[n] ?? '') : `${tens[Math.floor(n / 10)]}${n % 10 > 0 ? `-${small[n % 10]}` : ''}`

const underThousand = (n: number): string => {
  const hundreds = n >= 100 ? `${small[Math.floor(n / 100)]} hundred` : ''
  const rest = n % 100 > 0 || n === 0 ? underHundred(n % 100) : ''
  return [hundreds, rest].filter(Boolean).join(' and ')
}

/** "two hundred and eighty-five thousand", "one thousand and five": British usage. */
function inWords(n: number): string {
  for (const [scale, name] of scales) {
    if (n < scale) continue
    const rest = n % scale
    const more = rest === 0 ? '' : rest < 100 ? ` and ${inWords(rest)}` : `, ${inWords(rest)}`
    return `${inWords(Math.floor(n / scale))} ${name}${more}`
  }
  return underThousand(n)
}

/** "Two hundred and eighty-five thousand pounds". */
export function poundsInWords(pence: number): string {
  const [pounds, rest] = [Math.floor(pence / 100), pence % 100]
  const words = `${inWords(pounds)} ${pounds === 1 ? 'pound' : 'pounds'}${rest > 0 ? ` and ${inWords(rest)} pence` : ''}`
  return capitalize(words)
}
