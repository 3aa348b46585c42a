import { passwordProblems } from '@gya/domain/common/password.ts'
import { passwordsDifferMessage } from '@gya/domain/common/person.ts'

/** A person who gets an account, as a form holds the user card. */
export type UserCardValues = {
  firstName: string
  lastName: string
  email: string
  tel: string
  password: string
  confirmPassword: string
}

export const emptyUserCard: UserCardValues = {
  firstName: '',
  lastName: '',
  email: '',
  tel: '',
  password: '',
  confirmPassword: '',
}

/** What the calls take for the card: no password where none was entered, and never its confirmation. */
export const userCardBody = ({ firstName, lastName, email, tel, password }: UserCardValues) => ({
  firstName,
  lastName,
  email,
  tel,
  ...(password === '' ? {} : { password }),
})

/**
 * What is wrong with the passwords of the card, by field: "the password check applies only when a password is entered",
 * "Confirm password must equal password". Administration document, section 5. What else is wrong the call's contract says.
 */
export function userCardProblems({ password, confirmPassword }: UserCardValues): Record<string, string> {
  const [weak] = password === '' ? [] : passwordProblems(password)
  return {
    ...(weak === undefined ? {} : { password: weak }),
    ...(password === confirmPassword ? {} : { confirmPassword: passwordsDifferMessage }),
  }
}

/** Why Save is disabled by the card: the confirmation does not equal the password. */
export const whyNotSaveUserCard = ({
  password,
  confirmPassword,
}: Pick<UserCardValues, 'password' | 'confirmPassword'>): string | null =>
  password === confirmPassword ? null : passwordsDifferMessage

/** The confirmation is wrong and not on its way: it is not how the password begins. */
export const passwordsMismatch = ({ password, confirmPassword }: Pick<UserCardValues, 'password' | 'confirmPassword'>): boolean =>
  !password.startsWith(confirmPassword)
