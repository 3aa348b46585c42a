import type { ReactNode } from 'react'
import { TextField } from '../../ui/fields/text-field.tsx'
import { FieldGrid } from '../../ui/layout/form-panel.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import type { UserCardValues } from './user-card-values.ts'

/** Labels by field, for the Save bar. */
export const userCardLabels = { firstName: 'First name', lastName: 'Last name', email: 'E-mail', tel: 'Telephone' }

type FieldOf = (path: string) => object

/** "E-mail, first name and last name are required. Telephone is optional." Children follow in the grid. */
export const PersonFields = ({ field, children }: { field: FieldOf; children?: ReactNode }) => (
  <FieldGrid>
    <TextField {...field('firstName')} label={userCardLabels.firstName} required />
    <TextField {...field('lastName')} label={userCardLabels.lastName} required />
    <TextField {...field('email')} label={userCardLabels.email} type="email" required />
    <TextField {...field('tel')} label={userCardLabels.tel} type="tel" optional />
    {children}
  </FieldGrid>
)

type Props = {
  /** `(path) => form.getInputProps('administrator.' + path)` */
  field: FieldOf
  values: UserCardValues
  /** Further fields before the passwords. */
  children?: ReactNode
}

/** User card of a new user. */
export const UserCard = ({ field, values, children }: Props) => (
  <PersonFields field={field}>
    {children}
    <NewPasswordFields field={field} values={values} person="they are" />
  </PersonFields>
)
