import { plainLineBreaks, withoutHidden } from './one-line.ts'

/**
 * Characters that the PDF font Roboto can print: Latin, Greek, Cyrillic and Vietnamese letters, digits and punctuation.
 * It has no Chinese, Japanese, Korean, Arabic, Hebrew or Indian scripts and no emoji; the font would draw
 * empty boxes. Letters and memoranda with such texts are refused; other documents print `[?]`. `server/infra/pdf/font.test.ts` compares this list with the font.
 */
const printable =
  /^(?:[\t\n\u0020-\u007E\u00A0-\u017F\u018F\u0192\u01A0\u01A1\u01AF\u01B0\u0218-\u021B\u02BC\u02C6\u02C7\u02D8-\u02DD\u0384-\u038A\u038C\u038E-\u03A1\u03A3-\u03CE\u0400-\u0482\u048A-\u0513\u1E80-\u1E85\u1E9E\u1EA0-\u1EF9\u2000-\u200A\u2010\u2011\u2013-\u2015\u2017-\u201E\u2020-\u2022\u2026\u2030\u2032\u2033\u2039\u203A\u2044\u2070\u2074-\u2079\u20AC\u20B9\u20BD\u2116\u2122\u212E\u215B-\u215E\u2212\u2248\u2260\u2264\u2265\u25CF\uFB01\uFB02]|[\u0300\u0301\u0303\u0309\u0323])*$/u

/** Composed letters, plain line breaks and spaces instead of tabs, without what cannot be seen: soft hyphens, joiners of nothing, variants of a sign. */
export const textForPrint = (text: string): string =>
  withoutHidden(plainLineBreaks(text))
    .normalize('NFC')
    .replaceAll('\t', '    ')
    .replaceAll(/\u00AD|\u200C|\uFE0E|\uFE0F|(?<!\p{Extended_Pictographic}\p{M}{0,2})\u200D/gu, '')

/** Characters (grapheme clusters) that the PDF font cannot print, without duplicates. */
export function unprintableCharacters(text: string): string[] {
  const normal = textForPrint(text)
  if (printable.test(normal)) return []
  const seen = [...new Intl.Segmenter('en').segment(normal)].map(({ segment }) => segment)
  return [...new Set(seen.filter((sign) => !printable.test(sign)))]
}

const mostNamed = 12

/** "北 京 路": at most twelve characters are listed. */
export const listCharacters = (signs: readonly string[]): string =>
  signs.length > mostNamed ? `${signs.slice(0, mostNamed).join(' ')} and ${signs.length - mostNamed} more` : signs.join(' ')
