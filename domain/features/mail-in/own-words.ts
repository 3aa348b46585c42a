/** What the sender wrote, apart from what was quoted, forwarded, signed and disclaimed. [mail-in §5.1](docs/design/mail-in.md#5.1). */

export type ForwardedMail = { fromName: string; from: string; subject: string; writtenOn: string; text: string }

export type OwnWords = {
  own: string
  /** Closing, name and disclaimer. */
  signature: string
  quoted: string
  /** The head and own words of an e-mail that was forwarded inline. */
  forwarded: ForwardedMail | null
}

export const ownWordsOf = (text: string): OwnWords => ({ own: text.trim(), signature: '', quoted: '', forwarded: null })
