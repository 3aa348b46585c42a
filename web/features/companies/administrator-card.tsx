import { passwordProblems } from '@gya/domain/common/password.ts'
import { FieldGrid, FormPanel } from '../../ui/form-panel.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

export type AdministratorValues = { firstName: string; lastName: string; email: string; tel: string; password: string }

export const noAdministrator: AdministratorValues = { firstName: '', lastName: '', email: '', tel: '', password: '' }

/** "A Company Administrator user card appears only on create." The password rule applies only where one is entered. */
export const AdministratorCard = ({ field }: { field: (path: string) => object }) => (
  <FormPanel title="Company Administrator">
    <p className="form-intro">
      Without a password here, the administrator is e-mailed a temporary one and must change it on login.
    </p>
    <FieldGrid>
      <TextField {...field('firstName')} label="First name" required />
      <TextField {...field('lastName')} label="Last name" required />
      <TextField {...field('email')} label="E-mail" type="email" required />
      <TextField {...field('tel')} label="Telephone" type="tel" optional />
      <PasswordField {...field('password')} label="Password" rule={passwordProblems} optional className="full" />
    </FieldGrid>
  </FormPanel>
)

/** What the call takes for the card: no password where none was entered. */
export const administratorOf = ({ password, ...person }: AdministratorValues) =>
  password === '' ? person : { ...person, password }

/** "The password check applies only when a password is entered." */
export const whyNotPassword = ({ password }: AdministratorValues): string | null =>
  password === '' ? null : (passwordProblems(password)[0] ?? null)
