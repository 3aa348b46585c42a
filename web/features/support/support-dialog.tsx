import { requestSupport } from '@gya/domain/features/support/support.contract.ts'
import { minSupportCharacters } from '@gya/domain/features/support/support.rules.ts'
import { useState } from 'react'
import { useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextAreaField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

const thanks =
  'Thank you, your request has been sent to our support team, we will contact you once we have reviewed your request.'
const messages = { success: { title: 'Success.', text: thanks }, failure: { title: 'Error.' } }

/** "Support dialog. A modal 'Submit support request' with a text area and Send / Close." Send needs 3 characters. */
export function SupportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [message, setMessage] = useState('')
  const [sent, setSent] = useState(false)
  const saving = useSave(requestSupport, messages)
  const close = () => {
    setSent(false)
    saving.reset()
    onClose()
  }
  const isShort = message.trim().length < minSupportCharacters
  const send = async () => {
    if (isShort || saving.pending) return
    if ((await saving.save({ body: { message } })) === null) return
    setMessage('')
    setSent(true)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      onSubmit={() => void send()}
      title="Submit support request"
      locked={saving.pending}
      footer={
        <>
          <Button onClick={close}>Close</Button>
          <Button
            variant="primary"
            type="submit"
            pending={saving.pending}
            disabledReason={isShort ? `Write at least ${minSupportCharacters} characters` : null}
          >
            Send
          </Button>
        </>
      }
    >
      {sent && <Notice tone="good">{thanks}</Notice>}
      {saving.error && <Notice tone="bad">{saving.error.message}</Notice>}
      <TextAreaField
        label="Your message"
        value={message}
        onChange={(text) => {
          setMessage(text)
          setSent(false)
        }}
        rows={6}
        data-autofocus
      />
    </Dialog>
  )
}
