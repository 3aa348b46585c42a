import { searchFold } from '../../common/search-fold.ts'
import { fullStreetWord } from '../addresses/full-street-word.ts'

/** A word of an e-mail as names and addresses are compared. */
export type MailWord = {
  /** Folded, `rd` as `road`, `apartment` as `flat`. */
  word: string
  /** As it was written. */
  raw: string
  /** What stands between the word before and this one. */
  gap: string
  /** Where it ends in the text. */
  end: number
}

const wordPattern = /[\p{L}\p{N}]+(?:['\u2019][\p{L}\p{N}]+)*/gu
const units = new Set(['unit', 'studio', 'suite', 'maisonette', 'flats'])

const fold = (raw: string): string => {
  const word = fullStreetWord(searchFold(raw))
  return units.has(word) ? 'flat' : word
}

/** The words of a text. A letter that is written apart from its number belongs to it: "27 A" is `27a`. */
export function mailWords(text: string): MailWord[] {
  const words: MailWord[] = []
  let end = 0
  for (const { 0: raw, index } of text.matchAll(wordPattern)) {
    const gap = text.slice(end, index)
    end = index + raw.length
    const before = words.at(-1)
    if (before && gap === ' ' && /^[A-Za-z]$/.test(raw) && /^\d{1,4}$/.test(before.word))
      Object.assign(before, { word: before.word + raw.toLowerCase(), raw: `${before.raw} ${raw}`, end })
    else words.push({ word: fold(raw), raw, gap, end })
  }
  return words
}

/** The folded words alone. */
export const foldedWords = (text: string): string[] => mailWords(text).map(({ word }) => word)
