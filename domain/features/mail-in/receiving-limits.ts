/** Limits of the receiver of e-mail. [mail-in §1](docs/design/mail-in.md#1). */
export const receivingLimits = {
  bytes: 35 * 1024 * 1024,
  recipients: 20,
  connections: 100,
  connectionsPerNetwork: 10,
  idleSeconds: 60,
  messageMinutes: 10,
  /** Unknown addresses in an hour, from one network. */
  unknownPerHour: 30,
  perNetworkAndMinute: 60,
  perSenderAndHour: 60,
  perCompanyAndDay: 3000,
  toPostmasterPerHour: 20,
} as const

/** Characters of the text of an e-mail that are read: all that follows looks at every one of them, several times. */
export const maxMailText = 200_000

/** Days for which e-mails that were set aside, and junk, are kept. [mail-in §11](docs/design/mail-in.md#11). */
export const mailAsideDays = 90
export const mailJunkDays = 14

/** What a sending server is answered, as RFC 5321 and RFC 3463 have it. */
export const smtpAnswers = {
  unknown: { code: 550, words: '5.1.1 There is no such address here' },
  blocked: { code: 421, words: '4.7.0 Too many unknown addresses, try again later' },
  large: { code: 552, words: '5.3.4 The message is larger than 35 MB' },
  manyRecipients: { code: 452, words: '4.5.3 Too many recipients' },
  manyMessages: { code: 450, words: '4.7.1 Too many messages, try again later' },
  manyConnections: { code: 421, words: '4.7.0 Too many connections, try again later' },
  away: { code: 451, words: '4.3.0 Try again later' },
} as const

/** Addresses that every domain has: RFC 2142. */
export function isForPostmaster(address: string, domain: string): boolean {
  const [local = '', of] = address.toLowerCase().split('@')
  return (local === 'postmaster' || local === 'abuse') && of === domain
}
