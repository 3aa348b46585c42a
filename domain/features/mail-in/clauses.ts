/** The clauses of a text that report something as a fact. [mail-in §6.1](docs/design/mail-in.md#6.1): a doubt costs recall, never precision. */

export type Clause = {
  /** In lower case, contractions written out. */
  words: string
  /** It speaks of the future: nothing that is done. */
  isToCome: boolean
}

const maxClause = 400
const maxSentence = 1000

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bcan['’]t\b|\bcannot\b/g, 'can not'],
  [/\bwon['’]t\b/g, 'will not'],
  [/n['’]t\b/g, ' not'],
  [/['’]ve\b/g, ' have'],
  [/['’]ll\b/g, ' will'],
  [/\b(it|that|what|there|all)['’]s\b/g, '$1 is'],
  [/['’]re\b/g, ' are'],
  [/\b(valid|good) (?:until|till|up to)\b/g, '$1 to'],
  [/\bplease (?:note|be advised|be aware)(?: that)?\b/g, ''],
  [/\bwould be (happy|able|content|agreeable)\b/g, 'are $1'],
  [/\s+/g, ' '],
]
const plain = (text: string): string => {
  const words = contractions.reduce((rest, [pattern, by]) => rest.replace(pattern, by), text.toLowerCase()).trim()
  // "Exchanged today with completion set for 18 December": the days are of two things.
  return words.includes('exchanged') ? words.replace(/ (?:with|for|and|giving) (?=(?:a )?complet(?:ion|ing)\b)/g, ', ') : words
}

/** Doubts that make a whole sentence say nothing: question, condition, hearsay, rule of thumb. */
const doubtOfSentence =
  /\?|\b(?:once|if|subject to|unless|until|provided|assuming|as soon as|when|whenever|whether|in case|conditional|understand|understands|told|tells|apparently|heard|hear|reportedly|says|said|according to|believe|believes|think|thinks|suspect|presumably|seems?|appears?|gather|rumou?r|talking of|usually|typically|normally|often|generally|sometimes|always|every|never|perhaps|maybe|possibly|probably|might|may (?:be|have|not|well|now)|years? ago|last year|last time|previous(?:ly)?|can you|could you|have you|has (?:your|the buyer|the seller|anyone)\b.{0,60} yet|imagine|example|suppose|wonder|wondering|for most)\b/
/** A wish or an order: what follows in the sentence says nothing. */
const wish =
  /\b(?:please|hope|hopes|hoping|hopefully|could|would|wish|want|wants|let (?:me|us) know|should|must|needs?|require[sd]?|ask(?:ed|ing)? (?:for|to)|ought)\b/
const greeting = /\b(?:hope|trust) (?:you|this|all|that)\b.{0,40}\b(?:well|weekend|finds you|good)\b/
/** Negation, a part of the whole, waiting. */
const doubtOfClause =
  /\b(?:not|still|yet|no|nor|neither|without|some|most|partly|partial|partially|part|half|almost|nearly|only|further|additional|another|other(?! (?:side|party|solicitors?))|apart from|except|but for|save for|bar|lack|missing|await|awaiting|awaits|waiting|wait|outstanding|chasing|chase|chased|pending|expect|expects|expecting|expected|due|before|delayed|refused|withdrawn|cancelled|remain|remains|remaining)\b/
const future =
  /\b(?:will|shall|going to|to be|tomorrow|soon|shortly|imminent|imminently|about to|intend|intends|intending|plan|plans|planning|aim|aiming|being|in the process|next week|next month|early next|later this)\b/
/** Another house. [mail-in §3.3](docs/design/mail-in.md#3.3). */
const otherHouse =
  /\b(?:onward|related|linked|dependent|dependant|chain|(?:their|his|her) (?:own )?(?:purchase|sale|vendor)|first buyer|previous buyer|another (?:property|sale|purchase|house))\b/
const othersOfSide = {
  vendor:
    /\b(?:my|our|clients?['’]?s?) (?:own )?(?:purchase|new (?:house|home|place|flat))\b|\b(?:are|is|am) (?:buying|moving to)\b/,
  buyer: /\b(?:my|our|clients?['’]?s?) (?:own )?(?:sale|old (?:house|home|place|flat))\b|\b(?:are|is|am) selling\b/,
}
const verb =
  /\b(?:is|are|was|were|has|have|had|been|be|am|will|can|hold|holds|took|went|came|exchanged|completed|received|issued|sent|submitted|ordered|raised|answered|replied|reported|expires|works|suits|booked|confirm|set|completing|completion (?:on|date|fixed|set|agreed))\b/

/** Sentences, with lines joined that a mail program wrapped. */
function sentencesOf(text: string): string[] {
  const unwrapped = text.replace(/([^\n.!?:;])\n(?=[a-z(£\d])/g, '$1 ').replace(/([^\n]{60}[^\n.!?:;])\n(?=\S)/g, '$1 ')
  return unwrapped
    .split(/\n+|(?<=[!?])\s+|(?<=[^\s.]{2}[)"'’]?\.)\s+(?=["'(]?[\p{Lu}\d])/u)
    .map((sentence) => sentence.replace(/^[\s*•·–-]+/, '').trim())
    .filter((sentence) => sentence !== '' && sentence.length <= maxSentence)
}

/** At commas and conjunctions; a part without a verb belongs to the next, at the end to the one before. */
function partsOf(sentence: string): string[] {
  const cut = sentence.split(/[,;:()–—]| - | but | while | whereas | although | however | so that | which /)
  const pieces = cut.flatMap((part) => {
    const [first = '', ...rest] = part.split(' and ')
    return rest.reduce(
      (all, piece) => {
        const last = all.at(-1) ?? ''
        return verb.test(piece) && verb.test(last) ? [...all, piece] : [...all.slice(0, -1), `${last} and ${piece}`]
      },
      [first],
    )
  })
  const parts: string[] = []
  let open = ''
  for (const piece of pieces.map((one) => one.trim()).filter(Boolean)) {
    open = open === '' ? piece : `${open}, ${piece}`
    if (!verb.test(piece) && !wish.test(piece)) continue
    parts.push(open)
    open = ''
  }
  if (open !== '') parts.push(parts.length > 0 ? `${parts.pop() ?? ''}, ${open}` : open)
  return parts
}

export type Sentence = {
  /** As it was written. */
  sentence: string
  clauses: Clause[]
}

/** `side`: whose words they are; a vendor's purchase is another house, and so is a buyer's sale. */
export function readSentences(text: string, side: 'vendor' | 'buyer' | null): Sentence[] {
  return sentencesOf(text).map((sentence) => {
    const whole = plain(sentence)
    if (doubtOfSentence.test(whole)) return { sentence, clauses: [] }
    let isWished = false
    const clauses = partsOf(whole).flatMap((words): Clause[] => {
      if (greeting.test(words)) return []
      isWished ||= wish.test(words)
      const isOther = otherHouse.test(words) || (side !== null && othersOfSide[side].test(words))
      if (isWished || isOther || words.length > maxClause || doubtOfClause.test(words)) return []
      return [{ words, isToCome: future.test(words) }]
    })
    return { sentence, clauses }
  })
}
