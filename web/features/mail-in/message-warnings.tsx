import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import { clearMailWarnings } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { warningWords } from '@gya/domain/features/mail-in/warning-words.ts'
import { useState } from 'react'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextAreaField } from '../../ui/fields/text-field.tsx'
import { warningsChecked } from './mail-in.messages.ts'
import type { WireMail } from './message-view.tsx'

type Props = { companyId: string; mail: WireMail }

/** Why to be careful, in words, until somebody has checked. [mail-in §4](docs/design/mail-in.md#4). */
export function MessageWarnings({ companyId, mail }: Props) {
  const mayCheck = useMay('mail.file')
  const [checking, setChecking] = useState(false)
  const { warnings, cleared, files, from, ring } = mail
  if (warnings.length === 0) return null
  const infected = files.flatMap(({ name, leftOut }) => (leftOut === 'infected' ? [name] : []))
  const facts = { fromName: from.name, from: from.email, party: ring, infected }
  return (
    <>
      <Notice
        tone={cleared ? 'info' : 'bad'}
        title={cleared && `Checked${cleared.by ? ` by ${cleared.by}` : ''} on ${showDate(londonDay(cleared.on))}: ${cleared.how}`}
        action={
          !cleared &&
          mayCheck && (
            <Button size="s" aria-haspopup="dialog" onClick={() => setChecking(true)}>
              I have checked
            </Button>
          )
        }
      >
        {warnings.map((one) => (
          <p key={one.warning}>{warningWords(one, facts)}</p>
        ))}
        {files.length > 0 && warnings.some(({ warning }) => warning === 'bank-details') && (
          <p>Bank details inside attachments are not read.</p>
        )}
      </Notice>
      {checking && <CheckedDialog companyId={companyId} mail={mail} onClose={() => setChecking(false)} />}
    </>
  )
}

/** "Who was rung, on which number." */
function CheckedDialog({ companyId, mail, onClose }: Props & { onClose: () => void }) {
  const saving = useSaveForm({
    call: clearMailWarnings,
    name: `mail-checked-${mail._id}`,
    initialValues: { how: '' },
    toInput: ({ how }) => ({ params: { companyId, mailInId: mail._id }, body: { how, version: mail.version } }),
    messages: warningsChecked,
    onSaved: onClose,
  })
  const isEmpty = saving.form.values.how.trim() === ''
  return (
    <SaveFormDialog
      title="I have checked"
      saving={saving}
      saveLabel="I have checked"
      disabledReason={isEmpty ? 'Say how you checked it' : null}
      onClose={onClose}
    >
      <TextAreaField
        {...saving.form.getInputProps('how')}
        label="How"
        hint="Whom you rang, on which number. It stands in the record."
        rows={3}
        limit={300}
        data-autofocus
      />
    </SaveFormDialog>
  )
}
