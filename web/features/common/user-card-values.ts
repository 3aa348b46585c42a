import { passwordProblems } from '@gya/domain/common/password.ts'
import { passwordsDifferMessage } from '@gya/domain/common/person.ts'

/** Form values of the user card. */
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

/** Request body of the card: without an empty password and without the confirmation. */
export const userCardBody = ({ firstName, lastName, email, tel, password }: UserCardValues) => ({
  firstName,
  lastName,
  email,
  tel,
  ...(password === '' ? {} : { password }),
})

/**
 * Password errors of the card, by field: "the password check applies only when a password is entered",
 * "Confirm password must equal password". [administration §5](docs/design/administration.md#5). Other fields are validated by the contract.
 */
export function userCardProblems({ password, confirmPassword }: UserCardValues): Record<string, string> {
  const [weak] = password === '' ? [] : passwordProblems(password)
  return {
    ...(weak === undefined ? {} : { password: weak }),
    ...(password === confirmPassword ? {} : { confirmPassword: passwordsDifferMessage }),
  }
}

/** Disables Save while the confirmation differs from the password. */
export const whyNotSaveUserCard = ({
  password,
  confirmPassword,
}: Pick<UserCardValues, 'password' | 'confirmPassword'>): string | null =>
  password === confirmPassword ? null : passwordsDifferMessage

/** The confirmation is not a prefix of the password: an error even while typing. */
export const passwordsMismatch = ({ password, confirmPassword }: Pick<UserCardValues, 'password' | 'confirmPassword'>): boolean =>
  !password.startsWith(confirmPassword)
