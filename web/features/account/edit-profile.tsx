import { passwordProblems } from '@gya/domain/common/password.ts'
import { passwordsDifferMessage } from '@gya/domain/common/person.ts'
import { imageMediaTypes } from '@gya/domain/common/uploads.ts'
import { deleteOwnAccount, updateOwnAccount } from '@gya/domain/features/account/account.contract.ts'
import { deleteOwnPhoto } from '@gya/domain/features/pictures/pictures.contract.ts'
import { startPage } from '@gya/domain/features/sign-in/home-path.ts'
import { resetOwnPassword } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { userAvatarUrl } from '../../lib/api/picture-urls.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import { PictureField, useChosenFile } from '../../lib/forms/picture-field.tsx'
import { ResendVerification } from '../../lib/forms/resend-verification.tsx'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { redirectToLogin } from '../../lib/session/session-end.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField, SwitchField } from '../../ui/fields/check-field.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { TimeField } from '../../ui/fields/time-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ColourSchemeField } from '../../ui/theme/colour-scheme-field.tsx'
import { isPasswordRefused, passwordRefusal } from '../common/password-refusal.ts'
import { pictureHint } from '../common/picture-hint.ts'
import { passwordsMismatch } from '../common/user-card-values.ts'
import { accountDeleted, ownPhotoRemoved, passwordChanged, profileSaved } from './account.messages.ts'

export function ChangePassword() {
  const [open, setOpen] = useState(false)
  return (
    <div className="grid1">
      <p className="mut">A new password signs you out everywhere else.</p>
      <div>
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Change password
        </Button>
      </div>
      {/* A portal, because the dialog is a form and forms cannot be nested. */}
      {open && createPortal(<ChangePasswordDialog onClose={() => setOpen(false)} />, document.body)}
    </div>
  )
}

/** Does not ask for the current password: CONFIRM_IDENTITY does, unless the session was confirmed recently. */
function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { email } = useMe()
  const [values, setValues] = useState({ password: '', confirmPassword: '' })
  const saving = useSave(resetOwnPassword, passwordChanged, isPasswordRefused)
  const set = (field: keyof typeof values) => (text: string) => {
    setValues({ ...values, [field]: text })
    saving.reset()
  }
  const [problem] = passwordProblems(values.password)
  const isConfirmed = values.password !== '' && values.password === values.confirmPassword
  const disabledReason = isConfirmed ? (problem ?? null) : 'Type the same new password twice'
  const save = async () => {
    if (disabledReason === null && !saving.pending && (await saving.save({ body: { password: values.password } })) !== null)
      onClose()
  }
  const refusal = saving.error && passwordRefusal(saving.error)
  return (
    <Dialog
      open
      title="Change password"
      onClose={onClose}
      onSubmit={() => void save()}
      locked={saving.pending}
      footer={
        <>
          <Button onClick={onClose} disabledReason={saving.pending ? 'Please wait...' : null}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" pending={saving.pending} disabledReason={disabledReason}>
            Save
          </Button>
        </>
      }
    >
      <LeaveGuard dirty={values.password !== '' && !saving.pending} />
      {saving.overlay}
      {saving.error && !refusal && (
        <Notice tone="bad" title={passwordChanged.failure.title}>
          {saving.error.message}
        </Notice>
      )}
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="New password"
        rule={passwordProblems}
        value={values.password}
        onChange={set('password')}
        error={refusal}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        value={values.confirmPassword}
        onChange={set('confirmPassword')}
        error={passwordsMismatch(values) ? passwordsDifferMessage : undefined}
      />
    </Dialog>
  )
}

/** "Deleting an own account requires typing the user's full name." "After the user deletes their own account they are logged out." */
export function DeleteAccount() {
  const { fullName } = useMe()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      {/* A portal, because the dialog is a form and forms cannot be nested. */}
      {open &&
        createPortal(
          <ConfirmSaveDialog
            call={deleteOwnAccount}
            input={{ body: {} }}
            messages={accountDeleted}
            title="Delete my account"
            confirmLabel="Delete my account"
            typing={{ text: fullName, what: 'your full name' }}
            onClose={() => setOpen(false)}
            onDone={() => redirectToLogin('account-deleted')}
          >
            <p>Your account is deleted and you are logged out everywhere.</p>
          </ConfirmSaveDialog>,
          document.body,
        )}
    </>
  )
}

const profileLabels = {
  email: 'E-mail',
  firstName: 'First name',
  lastName: 'Last name',
  tel: 'Telephone',
  weeklySummary: 'Summaries by e-mail',
  singleKeys: 'Single keys',
  startsWith: 'Start with',
  digestTime: 'Digest of the day',
}

/** `calendars`, `applications`: null for roles without them. */
type Parts = { ownData: ReactNode; sessions: ReactNode; calendars: ReactNode; applications: ReactNode; factors: ReactNode }

/**
 * "Profile: e-mail, first name and last name are required; telephone is optional." [administration §5](docs/design/administration.md#5).
 */
export function EditProfile({ ownData, sessions, calendars, applications, factors }: Parts) {
  const me = useMe()
  const chosen = useChosenFile()
  const saving = useSaveForm({
    call: updateOwnAccount,
    name: `profile-${me._id}`,
    initialValues: {
      email: me.email,
      firstName: me.firstName,
      lastName: me.lastName,
      tel: me.tel,
      weeklySummary: me.weeklySummary ?? false,
      singleKeys: me.singleKeys,
      digestTime: me.digestTime,
      startsWith: startPage(me),
    },
    version: me.version,
    toInput: ({ weeklySummary, startsWith, digestTime, ...card }, version) => ({
      body: {
        ...card,
        ...(me.weeklySummary === null ? {} : { weeklySummary }),
        ...(me.company === null || startsWith === startPage(me) ? {} : { startsWith }),
        ...(me.company === null ? {} : { digestTime }),
        version,
      },
    }),
    messages: profileSaved,
    chosen,
  })
  const { form } = saving
  const field = form.getInputProps
  return (
    <SaveFormPage
      label="Profile"
      saving={saving}
      labels={profileLabels}
      picture={{ label: 'Photo', chosen }}
      saveLabel="Submit"
      actions={<DeleteAccount />}
      className="after-tabs"
      wide
    >
      <ResendVerification token={me.accountActivationToken} email={me.email} pending={me.pendingEmail} canCancel />
      <FormPanel title="Profile">
        <FieldGrid>
          <TextField
            {...field('email')}
            label={profileLabels.email}
            type="email"
            autoComplete="email"
            hint="You log in with it. A new address comes into force when you confirm it by the link that goes to it."
            required
            className="full"
          />
          <TextField {...field('firstName')} label={profileLabels.firstName} autoComplete="given-name" required />
          <TextField {...field('lastName')} label={profileLabels.lastName} autoComplete="family-name" required />
          <TextField {...field('tel')} label={profileLabels.tel} type="tel" autoComplete="tel" optional />
        </FieldGrid>
      </FormPanel>
      <FormPanel title="Password">
        <ChangePassword />
      </FormPanel>
      <FormPanel title="Second factor">{factors}</FormPanel>
      {me.company && (
        <FormPanel title="E-mails">
          <div className="grid1">
            {me.weeklySummary !== null && (
              <CheckField
                {...form.getInputProps('weeklySummary', { type: 'checkbox' })}
                label={profileLabels.weeklySummary}
                hint={
                  me.type === 'COMPANY_ADMIN'
                    ? 'The week’s page where you are chosen to get it, and the figures of the company and of each branch when the company’s week closes.'
                    : 'The week’s page of a branch or of the company, where you are chosen to get it.'
                }
              />
            )}
            <TimeField
              {...field('digestTime')}
              label={profileLabels.digestTime}
              hint="On weekdays at this time: tasks due, calls promised, the five calls worth most, vendors not told. Leave it empty for none."
              optional
            />
          </div>
        </FormPanel>
      )}
      <FormPanel title="Working in GYA">
        <div className="grid1">
          {me.company && (
            <SegmentedField
              {...field('startsWith')}
              label={profileLabels.startsWith}
              hint="The first screen after signing in."
              options={[
                { value: 'properties', label: 'Properties' },
                { value: 'today', label: 'Today' },
              ]}
            />
          )}
          <SwitchField
            {...form.getInputProps('singleKeys', { type: 'checkbox' })}
            label="Single keys"
            hint="In lists a letter acts on the marked row: D is done, S snoozes, C completes a step. Without them the arrows, Enter, Escape, keys with Ctrl and all buttons still work."
          />
        </div>
      </FormPanel>
      <FormPanel title="Photo">
        <PictureField
          label="Your photo"
          hint={`${pictureHint} Your colleagues see it beside your name.`}
          kinds={imageMediaTypes}
          chosen={chosen}
          progress={saving.progress}
          storedUrl={userAvatarUrl(me)}
          removal={{ call: deleteOwnPhoto, input: {}, messages: ownPhotoRemoved }}
        />
      </FormPanel>
      <FormPanel title="This browser">
        <ColourSchemeField />
      </FormPanel>
      {calendars && <FormPanel title="Calendar">{calendars}</FormPanel>}
      {applications && <FormPanel title="Applications">{applications}</FormPanel>}
      <FormPanel title="Where you are signed in">{sessions}</FormPanel>
      <FormPanel title="My data">{ownData}</FormPanel>
    </SaveFormPage>
  )
}
