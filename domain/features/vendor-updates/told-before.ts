/** What earlier letters told the vendor, read from their texts as they were sent, newest first. */

export type Letters = readonly string[]

const dayWords = {
  exchange: /exchange (?:around|on) (\d+ \w+)/,
  completion: /completion (?:around|on) (\d+ \w+)/,
} as const
const oneDay = /on one day, around (\d+ \w+)/

export type ToldDay = keyof typeof dayWords

export const noDay = 'We can no longer name a day for the exchange; we will tell you as soon as there is one.'

/** The expected day that was told last, in the letter's words; a letter that names none leaves it as it was. */
export function toldDay(what: ToldDay, letters: Letters = []): string | null {
  for (const letter of letters) {
    if (letter.includes(noDay)) return null
    const day = (dayWords[what].exec(letter) ?? oneDay.exec(letter))?.[1]
    if (day !== undefined) return day
  }
  return null
}

const completionWords = /Completion (?:is (?:now )?(?:planned for|on)|will not be on) (\w+day \d+ \w+)/
const completionGone = 'Completion will not be on '

/** "Completion will not be on Friday 19 December; we will tell you as soon as there is a new day." */
export const noCompletion = (told: string): string => `${completionGone}${told}; we will tell you as soon as there is a new day.`

/** The agreed day of completion that was told last: "Friday 19 December"; null if it was taken back since. */
export function toldCompletion(letters: Letters = []): string | null {
  for (const letter of letters) {
    const day = completionWords.exec(letter)?.[1]
    if (day !== undefined) return letter.includes(completionGone) ? null : day
  }
  return null
}

/** The agreed price that the last letter told: "£279,000". */
export const toldPrice = ([letter = '']: Letters = []): string | null => /a new price of (£[\d,.]*\d)/.exec(letter)?.[1] ?? null

/** Whether the last letter told of offers that wait for an answer. */
export const toldWaitingOffers = ([letter = '']: Letters = []): boolean =>
  /(?<!\bNo )\boffers? (?:is|are) (?:still )?waiting/.test(letter)

/** The asking price that the last letter told: "£299,950". */
export const toldAskingPrice = ([letter = '']: Letters = []): string | null =>
  / offered at (£[\d,.]*\d)/.exec(letter)?.[1] ?? null

/** The days of viewings to come that the last letter told: "on 7 and 9 November" are "7 November" and "9 November". */
export function toldViewingDays([letter = '']: Letters = []): string[] {
  const [, words = ''] = /viewings? (?:is|are) booked, ([^.]*)\./.exec(letter) ?? []
  let month = ''
  return (words.match(/\d+(?: [A-Z]\w+)?/g) ?? []).toReversed().map((token) => {
    const [day = '', named] = token.split(' ')
    month = named ?? month
    return `${day} ${month}`
  })
}

/** The day of a visit that a letter told, in its words. */
export const toldVisitDay = (visit: string, letter = ''): string | undefined =>
  ['is booked for', 'has moved to'].map((verb) => letter.split(`${visit} ${verb} `)[1]?.split('.')[0]).find(Boolean)
