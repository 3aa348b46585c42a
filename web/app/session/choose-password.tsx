import { passwordProblems } from '@gya/domain/common/password.ts'
import { passwordsDifferMessage } from '@gya/domain/common/person.ts'
import { activateAccount, resetOwnPassword } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { isPasswordRefused, passwordRefusal } from '../../features/common/password-refusal.ts'
import { passwordsMismatch } from '../../features/common/user-card-values.ts'
import { useSave } from '../../lib/forms/use-save.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { logOut } from '../../lib/session/session-end.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { firstField } from '../../ui/fields/field.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { Gate } from '../shell/sign-in-frame.tsx'

const messages = {
  success: { title: 'Success.' },
  failure: { title: 'Error updating password', text: 'Please try again.' },
}

const texts = {
  activate: { title: 'Activate your account', intro: 'Choose a password of your own to start.' },
  reset: { title: 'Choose a new password', intro: 'Your password was set for you. Choose one of your own to continue.' },
}

/**
 * Activation and forced reset: new password and confirmation, Save ([administration §2](docs/design/administration.md#2) and
 * [administration §4](docs/design/administration.md#4)).
 */
export function ChoosePassword({ kind }: { kind: 'activate' | 'reset' }) {
  const me = useMe()
  const saving = useSave(kind === 'activate' ? activateAccount : resetOwnPassword, messages, isPasswordRefused)
  const form = useForm({
    initialValues: { password: '', confirmPassword: '' },
    onValuesChange: () => saving.reset(),
    validate: {
      password: (password) => passwordProblems(password)[0] ?? null,
      confirmPassword: (confirmed, values) => (confirmed === values.password ? null : passwordsDifferMessage),
    },
  })
  useEffect(() => firstField(document.body)?.focus(), [])
  const refused = saving.error && passwordRefusal(saving.error)
  const same = form.values.password !== '' && form.values.password === form.values.confirmPassword
  return (
    <Gate
      company={me.company}
      title={texts[kind].title}
      intro={texts[kind].intro}
      onSubmit={form.onSubmit(({ password }) => void saving.save({ body: { password } }))}
    >
      {saving.overlay}
      {saving.error && !refused && (
        <Notice tone="bad" title="Error updating password">
          {saving.error.message}
        </Notice>
      )}
      <PasswordField
        label="New password"
        rule={passwordProblems}
        {...form.getInputProps('password')}
        {...(refused ? { error: <span role="alert">{refused}</span> } : {})}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...form.getInputProps('confirmPassword')}
        {...(passwordsMismatch(form.values) ? { error: <span role="alert">{passwordsDifferMessage}</span> } : {})}
      />
      <Button
        variant="primary"
        size="l"
        type="submit"
        pending={saving.pending}
        disabledReason={same ? null : 'Type the same new password twice'}
      >
        Save
      </Button>
      <Button variant="quiet" onClick={() => void logOut()}>
        Logout
      </Button>
    </Gate>
  )
}
