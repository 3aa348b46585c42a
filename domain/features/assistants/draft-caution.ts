import { maskBankDetails } from '../mail-in/bank-details.ts'

const signs = [
  ['digits like a sort code or account', (text) => maskBankDetails(text) !== text],
  ['an e-mail address', (text) => /\S@\S/.test(text)],
  ['a link', (text) => /https?:|www\.|\w\.[a-z]{2,}\b/i.test(text)],
  ['a telephone number', (text) => text.replace(/[\s()-]/g, '').match(/(?:\+|0)\d{9}/) !== null],
] as const satisfies readonly (readonly [string, (text: string) => boolean])[]

/** "A text that holds a link, … is marked in inbox and composer." [open §3.2](docs/design/open.md#3.2), point 5. */
export function draftCaution(text: string): string | null {
  const held = signs.find(([, isHeld]) => isHeld(text))?.[0]
  return held === undefined ? null : `Check before you send: this draft holds ${held}.`
}
