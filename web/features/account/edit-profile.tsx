import { imageMediaTypes } from '@gya/domain/common/files.ts'
import { updateOwnAccount } from '@gya/domain/features/account/account.contract.ts'
import { deleteOwnPhoto } from '@gya/domain/features/pictures/pictures.contract.ts'
import type { ReactNode } from 'react'
import { changedFields } from '../../platform/changed-fields.ts'
import { PictureField, useChosenFile } from '../../platform/picture-field.tsx'
import { userAvatarUrl } from '../../platform/pictures.ts'
import { useMe } from '../../platform/session.tsx'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/form-panel.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { ColourSchemeField } from '../../ui/scheme-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ownPhotoRemoved, profileSaved } from './account.messages.ts'
import { ChangePassword } from './change-password.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ResendVerification } from './resend-verification.tsx'

const profileLabels = {
  email: 'E-mail',
  firstName: 'First name',
  lastName: 'Last name',
  tel: 'Telephone',
  weeklySummary: 'Weekly summary',
}

/** "Profile: e-mail, first name and last name are required; telephone is optional." Administration document, section 5. */
export function EditProfile({ ownData, sessions }: { ownData: ReactNode; sessions: ReactNode }) {
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
    },
    version: me.version,
    toInput: ({ weeklySummary, ...card }, version) => ({
      body: { ...card, ...(me.weeklySummary === null ? {} : { weeklySummary }), version },
    }),
    messages: profileSaved,
    chosen,
  })
  const { form } = saving
  const field = form.getInputProps
  return (
    <form {...saving.props} className="after-tabs" aria-label="Profile">
      <div className="grid1 before-savebar">
        {saving.notices}
        <ResendVerification token={me.accountActivationToken} email={me.email} pending={me.pendingEmail} mayCancel />
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
        {me.weeklySummary !== null && (
          <FormPanel title="E-mails">
            <CheckField
              {...form.getInputProps('weeklySummary', { type: 'checkbox' })}
              label="Send me the weekly summary"
              hint="The figures of the company and of each branch, when the company’s week closes."
            />
          </FormPanel>
        )}
        <FormPanel title="Photo">
          <PictureField
            label="Your photo"
            hint="JPEG, PNG, WebP, GIF or AVIF, less than 20 MB. Your colleagues see it beside your name."
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
        <FormPanel title="Where you are signed in">{sessions}</FormPanel>
        <FormPanel title="My data">{ownData}</FormPanel>
      </div>
      <SaveBar
        saveLabel="Submit"
        disabledReason={saving.disabledReason}
        summary={[...changedFields(form, profileLabels), ...(chosen.file ? ['Photo'] : [])].join(', ') || undefined}
        pending={saving.pending}
        onDiscard={saving.dirty ? saving.discard : undefined}
      >
        <DeleteAccount />
      </SaveBar>
    </form>
  )
}
