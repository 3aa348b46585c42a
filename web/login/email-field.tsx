import { TextField, type TextFieldProps } from '../ui/fields/text-field.tsx'

export const invalidEmail = 'Enter an e-mail address, such as name@example.com.'

export const emailErrors = (email: string): { email?: string } => {
  if (!email.trim()) return { email: 'Enter your e-mail address.' }
  return /^[^\s@]+@\S+$/.test(email.trim()) ? {} : { email: invalidEmail }
}

export const EmailField = (props: Omit<TextFieldProps, 'label'>) => (
  <TextField label="E-mail" type="email" autoComplete="username" spellCheck={false} {...props} />
)
