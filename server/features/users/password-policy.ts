import { isGuessable, knownPasswordForms } from '@gya/domain/common/guessable-password.ts'
import { passwordProblems } from '@gya/domain/common/password.ts'
import { DomainError, type ErrorCode, errors } from '@gya/domain/error-catalogue.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/pool.ts'
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

export async function guessableWordsOfAccount(db: Db, userId: string): Promise<string[]> {
  const [user] = await db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .select(['u.first_name', 'u.last_name', 'u.email', 'c.name'])
    .where('u.id', '=', userId)
    .execute()
  const branches = await db
    .selectFrom('branch_reach as r')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'r.company_id').onRef('b.id', '=', 'r.branch_id'))
    .innerJoin('app_user as u', 'u.id', 'r.user_id')
    .select('b.name')
    .where('r.user_id', '=', userId)
    .where('u.type', '<>', 'COMPANY_ADMIN')
    .limit(20)
    .execute()
  return user ? [user.first_name, user.last_name, user.email, user.name ?? '', ...branches.map(({ name }) => name)] : []
}

export async function guessableWordsOfBranch(
  db: Db,
  { companyId, branchId }: { companyId?: string; branchId?: string },
): Promise<string[]> {
  const [company] = companyId
    ? await db.selectFrom('company').select('name').where('id', '=', companyId).execute()
    : await db
        .selectFrom('branch as b')
        .innerJoin('company as c', 'c.id', 'b.company_id')
        .select('c.name')
        .where('b.id', '=', branchId ?? null)
        .execute()
  const [branch] = branchId ? await db.selectFrom('branch').select('name').where('id', '=', branchId).execute() : []
  return [company?.name ?? '', branch?.name ?? '']
}

/** Words that others would guess first in the password of a new person. */
export const guessableWordsOfPerson = (person: {
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
}): string[] => [person.firstName, person.lastName, person.email].flatMap((text) => text ?? [])
