import { Fragment } from 'react'

/** Underlines the searched words in a text, preferably at the start of words. */
export function Marked({ text, words }: { text: string; words: string }) {
  return markedParts(text, words).map(({ part, isMarked, at }) =>
    isMarked ? <mark key={at}>{part}</mark> : <Fragment key={at}>{part}</Fragment>,
  )
}

export function markedParts(text: string, words: string): { part: string; isMarked: boolean; at: number }[] {
  const lower = text.toLowerCase()
  // Converting to lower case can change the length of a text, and with it the positions.
  const places =
    lower.length !== text.length
      ? []
      : words
          .toLowerCase()
          .split(/[\s,]+/)
          .filter(Boolean)
          .flatMap((word) => placeOf(lower, word))
  const parts: { part: string; isMarked: boolean; at: number }[] = []
  let done = 0
  for (const { from, until } of places.toSorted((a, b) => a.from - b.from)) {
    if (from < done) continue
    if (from > done) parts.push({ part: text.slice(done, from), isMarked: false, at: done })
    parts.push({ part: text.slice(from, until), isMarked: true, at: from })
    done = until
  }
  if (done < text.length) parts.push({ part: text.slice(done), isMarked: false, at: done })
  return parts
}

function placeOf(lower: string, word: string): { from: number; until: number }[] {
  const begin = ` ${lower}`.search(new RegExp(`[\\s\\-/('’“]${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`))
  const from = begin >= 0 ? begin : lower.indexOf(word)
  return from < 0 ? [] : [{ from, until: from + word.length }]
}
