const words: ReadonlyMap<string, string> = new Map(
  'rd road, st street, ave avenue, av avenue, ln lane, dr drive, cl close, ct court, cres crescent, gdns gardens, gdn garden, pl place, sq square, tce terrace, ter terrace, apt flat, apartment flat'
    .split(', ')
    .map((pair) => pair.split(' ') as [string, string]),
)

/** `road` of `rd`: a folded word of an address, so that addresses that abbreviate compare equal. */
export const fullStreetWord = (word: string): string => words.get(word) ?? word
