import { createMailAccount, type MailAccount, updateMailAccount } from '@gya/domain/features/mail-in/mail-accounts.contract.ts'
import { useState } from 'react'
import { CallDialog } from '../../lib/forms/call-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { today } from '../../lib/today.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { accountSaved } from './mail-in.messages.ts'

type Props = { params: { companyId: string; branchId: string }; editing?: MailAccount; onClose: () => void }

const microsoftHost = 'outlook.office365.com'

/** Adds a mail account. With `editing`, changes one: its secret stays if it is left empty. */
export function MailAccountDialog({ params, editing, onClose }: Props) {
  const adding = useSave(createMailAccount, accountSaved)
  const changing = useSave(updateMailAccount, accountSaved)
  const saving = editing ? changing : adding
  const [kind, setKind] = useState(editing?.kind ?? 'password')
  const [fromDay, setFromDay] = useState<string | null>(() => today())
  const [texts, setTexts] = useState({
    name: editing?.name ?? '',
    userName: editing?.userName ?? '',
    host: editing?.host ?? '',
    tenant: editing?.tenant ?? '',
    clientId: editing?.clientId ?? '',
    secret: '',
  })
  const { secret, ...shown } = texts
  const isMicrosoft = kind === 'microsoft'
  const issues = saving.error?.issues ?? []
  const field = (name: keyof typeof texts) => ({
    value: texts[name],
    onChange: (value: string) => setTexts((before) => ({ ...before, [name]: value })),
    error: issues.find(({ path }) => path === name)?.message,
  })
  const save = async () => {
    const body = { ...shown, kind, host: shown.host.trim() || (isMicrosoft ? microsoftHost : '') }
    const saved = editing
      ? await changing.save({
          params: { ...params, accountId: editing._id },
          body: { ...body, ...(secret === '' ? {} : { secret }), version: editing.version },
        })
      : await adding.save({ params, body: { ...body, secret, fromDay: fromDay ?? '' } })
    if (saved) onClose()
  }
  const secretLabel = isMicrosoft ? 'Secret of the application' : 'Password'
  return (
    <CallDialog
      title={editing ? 'Change mail account' : 'New mail account'}
      saving={saving}
      messages={accountSaved}
      saveLabel={editing ? 'Save' : 'Add account'}
      disabledReason={texts.name.trim() === '' ? 'Enter a name' : null}
      dirty={texts.userName !== (editing?.userName ?? '') || secret !== ''}
      isRefusedAtField={issues.length > 0}
      onSave={save}
      onClose={onClose}
    >
      <SegmentedField
        label="Sign in with"
        options={[
          { value: 'password', label: 'Password' },
          { value: 'microsoft', label: 'Microsoft 365' },
        ]}
        value={kind}
        onChange={setKind}
      />
      <TextField {...field('name')} label="Name" hint="Such as “Sales”." maxLength={80} required />
      <TextField {...field('userName')} label={isMicrosoft ? 'Mailbox' : 'User'} maxLength={254} required />
      <TextField
        {...field('host')}
        label="Server"
        hint="By IMAP on port 993, with TLS."
        placeholder={isMicrosoft ? microsoftHost : 'imap.example.com'}
        maxLength={253}
        required={!isMicrosoft}
      />
      {isMicrosoft && (
        <>
          <TextField
            {...field('tenant')}
            label="Tenant"
            hint="Of your own application at Microsoft, which may read this mailbox by IMAP (IMAP.AccessAsApp)."
            maxLength={100}
            required
          />
          <TextField {...field('clientId')} label="Client id" maxLength={100} required />
        </>
      )}
      <PasswordField
        {...field('secret')}
        label={editing ? `New ${secretLabel.toLowerCase()}` : secretLabel}
        autoComplete="new-password"
        {...(editing ? { optional: true } : { required: true })}
      />
      {!editing && (
        <DateField
          label="Read e-mails since"
          value={fromDay}
          onChange={setFromDay}
          max={today()}
          error={issues.find(({ path }) => path === 'fromDay')?.message}
        />
      )}
    </CallDialog>
  )
}
