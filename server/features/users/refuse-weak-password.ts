import { isGuessable, knownPasswordForms } from '@gya/domain/common/guessable-password.ts'
import { passwordProblems } from '@gya/domain/common/password.ts'
import { DomainError, type ErrorCode, errors } from '@gya/domain/error-catalogue.ts'
import type { Config } from '../../config.ts'
import { isBreachedPassword, isCommonPassword } from './common-passwords.ts'

export type ChosenPassword = {
  password: string
  /** The field of the error. */
  path: string
  /** Names of the person, the company and the branch, and the e-mail address, which others would guess first. */
  guessableWords: readonly string[]
}

export type PasswordChecks = Pick<Config, 'breachedPasswords'>

const refusal = (code: Extract<ErrorCode, 'PASSWORD_WEAK' | 'PASSWORD_KNOWN'>, path: string, messages: readonly string[]) =>
  new DomainError(code, { issues: messages.map((message) => ({ path, message })) })

/**
 * Checks every newly chosen password, for oneself or somebody else; existing passwords are not checked at sign-in. Throws
 * PASSWORD_WEAK or PASSWORD_KNOWN. Works offline.
 */
export async function refuseWeakPassword(
  { breachedPasswords }: PasswordChecks,
  { password, path, guessableWords: about }: ChosenPassword,
): Promise<void> {
  const problems = passwordProblems(password)
  if (problems.length > 0) throw refusal('PASSWORD_WEAK', path, problems)
  if (knownPasswordForms(password).some(isCommonPassword)) throw refusal('PASSWORD_KNOWN', path, [errors.PASSWORD_KNOWN[1]])
  if (isGuessable(password, about)) throw refusal('PASSWORD_WEAK', path, [guessableMessage])
  if (breachedPasswords && (await isBreachedPassword(password, breachedPasswords)))
    throw refusal('PASSWORD_KNOWN', path, [errors.PASSWORD_KNOWN[1]])
}

const guessableMessage = 'This is easy to guess: it is made of names, a row of keys or one repeated character.'
