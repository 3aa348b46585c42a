/**
 * Words of the trade, by what they find first in the palette: the path of a screen, or the name of an action. A phrase is found whole, its
 * words in any order. [seat §10](docs/design/seat.md#10). Screens and actions that come later add lines.
 */
export const tradeWords = {
  'add-property': ['take on', 'instruct', 'instruction', 'new property', 'add house', 'create property'],
  'email-parties': ['email', 'mail', 'write', 'all parties', 'everyone', 'everybody', 'message'],
  'log-conversation': ['spoke', 'call note', 'log'],
  '/property/viewing-create': ['new viewing', 'book viewing'],
  '/property/offer-create': ['new offer'],
  '/property/offers': ['sstc', 'sold', 'accept', 'agreed'],
  '/property/memo': ['memo', 'mos'],
  'sale-days': ['expected exchange', 'target date', 'dates'],
  'completion-date': ['keys', 'move', 'completion', 'invoice', 'invoice sent'],
  'fall-off': ['fall through', 'fell through', 'fallen through', 'collapsed', 'abortive', 'lost buyer'],
  '/branch/week': ['numbers', 'kpi', 'figures', 'monday', 'targets'],
  '/property/contacts': ['ring', 'phone', 'dial'],
  '/company/contacts': ['conveyancer', 'lawyer', 'broker'],
  '/property/chain': ['onward'],
  '/today': ['chase', 'to do', 'jobs'],
  'add-task': ['reminder', 'diary'],
  '/property/askingprice': ['price change', 'reduce', 'reduction'],
  '/property/edit': ['board ordered', 'photo', 'withdraw', 'withdrawn'],
  '/property/documents': ['brochure', 'epc'],
  '/updates': ['weekly call', 'seller letter'],
  '/company/checks': ['kyc', 'aml', 'id check', 'id checks', 'money laundering', 'due diligence'],
  '/property/checks': ['kyc', 'aml', 'id check', 'id checks', 'money laundering', 'due diligence'],
  '/company/users': ['leaver', 'hand over', 'share'],
  logout: ['log out', 'sign out', 'log off', 'sign off'],
  support: ['help', 'contact us', 'how to'],
  '/profile': ['dark', 'dark mode', 'appearance', 'theme', 'password'],
  '/branch/users': ['leaver', 'hand over', 'share'],
  // Who may not share a colleague's sales marks them there and assigns their progressor.
  '/company/report': ['pipeline', 'board', 'leaver', 'hand over', 'share'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type TradeTarget = keyof typeof tradeWords

const targets = Object.entries(tradeWords) as [TradeTarget, readonly string[]][]

/** Lower case and without hyphens: "E-mail" is "email", "to-do" is "todo". */
export const foldWords = (text: string): string => text.toLowerCase().replaceAll('-', '')

const sorted = (text: string): string => foldWords(text).split(/\s+/).filter(Boolean).toSorted().join(' ')

/** What the typed words find first: of several targets the first that is offered. */
export const findTradeTargets = (typed: string): TradeTarget[] => {
  const words = sorted(typed)
  return targets.filter(([, phrases]) => phrases.some((phrase) => sorted(phrase) === words)).map(([target]) => target)
}

/** The words that find a target while they are typed. */
export const wordsOfTarget = (target: string): string | undefined => targets.find(([name]) => name === target)?.[1].join(' ')
