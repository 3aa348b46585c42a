/** Recovery codes of an account: [trust §4.2](docs/design/trust.md#4.2). */

export const recoveryCodeCount = 10

/** "At 2 left the profile says so". */
export const fewRecoveryCodes = 2

/** Without vowels, so that a code is not a word, and without characters that are easily confused: 0, 1, I, L, O. */
const recoveryAlphabet = 'BCDFGHJKMNPQRSTVWXZ23456789'

const recoveryLength = 10

/** `random(n)`: a uniform integer below n. */
export const makeRecoveryCode = (random: (below: number) => number): string =>
  Array.from({ length: recoveryLength }, () => recoveryAlphabet.charAt(random(recoveryAlphabet.length))).join('')

/** "ABCDE-FGHJK" */
export const showRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/** A recovery code as typed, without spaces and hyphens; null if it cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  return code.length === recoveryLength && [...code].every((sign) => recoveryAlphabet.includes(sign)) ? code : null
}
