import { passwordProblems } from '@gya/domain/common/password.ts'
import { passwordsDifferMessage } from '@gya/domain/common/person.ts'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { passwordsMismatch } from './user-card-values.ts'

type Props = {
  field: (path: string) => object
  values: { password: string; confirmPassword: string }
  /** Who gets a temporary password if none is entered: "the vendor is". */
  person: string
}

/**
 * Password of a new user, with confirmation. "If no password is given for a new user, the new user is e-mailed a
 * temporary password and must change it on login." [administration §4](docs/design/administration.md#4).
 */
export const NewPasswordFields = ({ field, values, person }: Props) => (
  <>
    <PasswordField {...field('password')} label="Password" rule={passwordProblems} optional className="full" />
    <PasswordField
      {...field('confirmPassword')}
      {...(passwordsMismatch(values) ? { error: <span role="alert">{passwordsDifferMessage}</span> } : {})}
      label="Confirm password"
      autoComplete="new-password"
      optional={values.password === ''}
      className="full"
    />
    <p className="hint full">Without a password here, {person} e-mailed a temporary one and must change it on login.</p>
  </>
)
