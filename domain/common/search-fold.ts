/** Letters that have no accent to take off. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
}

/**
 * A text as it is searched: lower case, without accents, apostrophes and full stops, with single spaces for hyphens, commas and semicolons.
 * The function `search_fold` of the database does the same. [seat §10](docs/design/seat.md#10).
 */
export const searchFold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'‘’.]/g, '')
    .toLowerCase()
    .replace(/[ßæœþłøđðıħŧ]/g, (letter) => letters[letter] ?? letter)
    .replace(/[\s,;\u2010-\u2013-]+/g, ' ')
