import { foldFirmName } from './fold-firm-name.ts'

/** A person with their firm, as cells of solicitors and brokers name them. */
export type Party = { firm: string; person: string }

type Split = Party & { whole: string; other: Party | null }

const at = /^(.+?) (?:at|@|c\/o) (?!law\b)(.+)$/i
const bracketed = /^([^()]+?) ?\(([^()]+)\)$/

/** The two sides of one comma, semicolon, bar or slash, or else of the first dash or colon. */
function sidesOf(whole: string): [left: string, right: string] | null {
  const separators = [...whole.matchAll(/[,;|/]/g)]
  const separator = separators[0] ?? / [-\u2013\u2014] |:/.exec(whole)
  if (!separator || separators.length > 1) return null
  const left = whole.slice(0, separator.index).trim()
  const right = whole.slice(separator.index + separator[0].length).trim()
  return left === '' || right === '' ? null : [left, right]
}

/** Words of a firm; of an office, a place or a thing that is not a person. */
const firmWords =
  /\b(?:llp|ltd|limited|plc|solicitors?|sols?|law|lawyers?|legal|convey\w*|partners?|partnership|chambers|notar\w+|compan(?:y|ies)|co|group|associates|services|property|properties|mortgages?|finance|financial|loans?|brokers?|bank|building society|homes?|advis[eo]rs?|office|offices|branch|dept|department|team|reception)\b|[&+]| and /i
const partners = /[&+]| and /i
const titles = /^(?:mr|mrs|ms|miss|mx|dr|prof|sir|dame|rev)\.? /i
const name = /^\p{L}[\p{L}'\u2019.-]*(?: \p{L}[\p{L}'\u2019.-]*){0,2}$/u
const beginsLikePlace = /^(?:lower|upper|north|south|east|west|great|little|new|old|st|the)\b/i

/** Both readings of a name that may have a person and a firm; `other` is null where the word between them says which is which. */
function splitsOf(whole: string): Split | null {
  const said = at.exec(whole)
  if (said) return { whole, person: said[1] ?? '', firm: said[2] ?? '', other: null }
  const sides = sidesOf(whole)
  if (sides) {
    const [left, right] = sides
    const [firm, person] = whole.includes(',') ? [right, left] : [left, right]
    return { whole, firm, person, other: { firm: person, person: firm } }
  }
  const [, before = '', within = ''] = bracketed.exec(whole) ?? []
  return before === '' ? null : { whole, firm: before, person: within, other: { firm: within, person: before } }
}

type Known = {
  /** Names of firms in GYA and in files of firms. */
  firms: readonly string[]
  isTown: (name: string) => boolean
}

/**
 * The names of solicitors and brokers that hold a person and a firm: "Sarah at Quill Law", "Quill Law - Sarah", "Sarah, Quill Law". Decided
 * by all names of the files together: a firm has a word of a firm, stands alone elsewhere, or is named with several people. A name that
 * is a firm as a whole, or that can be read in two ways, is not split.
 */
export function splitParties(names: readonly string[], { firms, isTown }: Known): Map<string, Party> {
  const whole = new Set(firms.map(foldFirmName))
  const splits = [...new Set(names)].flatMap((text) => (whole.has(foldFirmName(text)) ? [] : (splitsOf(text) ?? [])))
  const isSplit = new Set(splits.map((split) => split.whole))
  const alone = new Set([...whole, ...names.filter((text) => !isSplit.has(text)).map(foldFirmName)])
  const people = Map.groupBy(splits, ({ firm }) => foldFirmName(firm))
  const isAlone = (text: string): boolean => alone.has(foldFirmName(text))
  const isFirm = (text: string): boolean => firmWords.test(text) || isAlone(text)
  const isShared = (text: string): boolean =>
    new Set(people.get(foldFirmName(text))?.map(({ person }) => person.toLowerCase())).size > 1
  const isPerson = (text: string): boolean => {
    const plain = text.replace(titles, '')
    return name.test(plain) && !isFirm(text) && !isTown(plain) && !beginsLikePlace.test(plain)
  }
  return new Map(
    splits.flatMap(({ whole: text, other, ...usual }): [string, Party][] => {
      if (other === null) return isPerson(usual.person) ? [[text, usual]] : []
      // "Quill Law, Reading": a single word after a firm and a comma is a place rather than a person.
      const isPlace = text.includes(',') && !other.person.includes(' ')
      // "Badger, Sett & Co" is one firm, unless "Sett & Co" stands alone.
      const isJoined = text.includes(',') && partners.test(usual.firm)
      const readings = [
        (isJoined ? isAlone(usual.firm) : isFirm(usual.firm) || isShared(usual.firm)) ? usual : null,
        isFirm(other.firm) && !isPlace ? other : null,
      ].filter((reading) => reading !== null && isPerson(reading.person))
      return readings.length === 1 && readings[0] ? [[text, readings[0]]] : []
    }),
  )
}
