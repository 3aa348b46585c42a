import { foldName } from './fold-name.ts'

/** Words and abbreviations that agencies use for one another in the names of columns. */
const families: Readonly<Record<string, string>> = {
  vendor: 'vend vendors seller sellers owner owners client clients vdr',
  buyer: 'buyers purchaser purchasers purch applicant applicants byr',
  solicitor: 'solicitors sol sols solr solrs solicitor conveyancer conveyancers conveyancing lawyer lawyers',
  broker: 'brokers adviser advisor ifa',
  mortgage: 'mortgages mtg mtge mort mortg',
  exchange: 'exch exc exchanged exchanging exchanges',
  completion: 'comp compl completing completes complete',
  expected: 'expected estimated est anticipated proposed target targeted projected provisional planned forecast likely',
  expiry: 'expires expire expiring expiration exp',
  telephone: 'tel phone mobile mob cell',
  email: 'mail',
  number: 'no nos num nr numbers',
  name: 'names',
  received: 'recd rcvd returned',
  enquiries: 'enq enqs enquiry',
  valuation: 'val valn valued',
  application: 'app appl apps',
  memorandum: 'memo mos',
  searches: 'search srchs',
  contract: 'contracts',
  negotiator: 'neg negs negotiators',
  progressor: 'prog progression progressors',
  commission: 'comm comms',
  price: 'prices',
  sold: 'sstc stc sold',
  bedrooms: 'bed beds bedroom',
  notes: 'note comment comments remarks',
  address: 'addr add',
}

const familyOf: ReadonlyMap<string, string> = new Map(
  Object.entries(families).flatMap(([word, others]) => others.split(' ').map((other): [string, string] => [other, word])),
)

/** "V Sols", "P tel": single letters stand for a party only before another word. */
const parties: Readonly<Record<string, string>> = { v: 'vendor', p: 'buyer', b: 'buyer' }
const fillers = new Set(['s', 'the', 'of', 'and', 'or', 'a', 'to', 'for'])
/** "Exch date", "Date exchanged" and "Exchanged on" are one day. */
const dayWords = new Set(['date', 'dates', 'dated', 'day', 'on'])
const wordsIn = (name: string): string[] =>
  foldName(name.replace(/\u00A3/g, ' price ').replace(/e[- ]mail/gi, 'email')).split(' ')

export const namesDay = (name: string): boolean => wordsIn(name).some((word) => dayWords.has(word))

/**
 * The name of a column in the words of one family each, so that "V Sols tel" and "Vendor's solicitor, telephone" are the same, and "Target
 * comp" and "Expected completion". `withoutDay`: without the words for a day. Empty: nothing of it is left.
 */
export function inTradeWords(name: string, { withoutDay }: { withoutDay: boolean }): string {
  const words = wordsIn(name).filter((word) => !fillers.has(word) && !(withoutDay && dayWords.has(word)))
  const plain = words.map((word, at) => {
    if (at === 0 && words.length > 1 && Object.hasOwn(parties, word)) return parties[word] ?? word
    if (word === 'exp' && at === 0) return 'expected'
    return word === 'in' && at > 0 && at === words.length - 1 ? 'received' : (familyOf.get(word) ?? word)
  })
  const ordered = [...plain.filter((word) => word === 'expected'), ...plain.filter((word) => word !== 'expected')]
  return ordered.filter((word, at) => word !== ordered[at - 1]).join(' ')
}
