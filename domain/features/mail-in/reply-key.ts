/** Reply keys: what our e-mails carry so that the answer finds its sale. [mail-in §1.1](docs/design/mail-in.md#1.1). */

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const length = 20

/** Bytes that `toReplyKey` needs: "100 random bits as 20 letters and digits". */
export const replyKeyBytes = length

/** A key of random bytes, five bits of each. */
export const toReplyKey = (random: Uint8Array): string =>
  Array.from(random.subarray(0, length), (byte) => alphabet[byte % alphabet.length]).join('')

/** `reply`: answers come to it. `bounce`: the envelope sender, to which reports of delivery come. */
export type MailAddressUse = 'reply' | 'bounce'

/** `larkmead-reading+rkey@in.gya.example`. */
export const keyedAddress = (mailName: string, use: MailAddressUse, key: string, domain: string): string =>
  `${mailName}+${use === 'reply' ? 'r' : 'b'}${key}@${domain}`

export type BranchAddress = { mailName: string; key: string | null; use: MailAddressUse | null }

const local = /^([a-z0-9-]{3,40})(?:\+([^@]{0,100}))?$/
const keyed = /^([rb])([a-z2-7]{20})$/

/** An address of ours, read without regard to case; `null` for one of another domain. An unknown part after `+` is no key. */
export function readBranchAddress(address: string, domain: string): BranchAddress | null {
  const lower = address.trim().toLowerCase()
  const at = lower.lastIndexOf('@')
  if (at === -1 || lower.slice(at + 1) !== domain.toLowerCase()) return null
  const [, mailName, extension = ''] = local.exec(lower.slice(0, at)) ?? []
  if (mailName === undefined) return null
  const [, letter, key] = keyed.exec(extension) ?? []
  return { mailName, key: key ?? null, use: letter === 'r' ? 'reply' : letter === 'b' ? 'bounce' : null }
}
