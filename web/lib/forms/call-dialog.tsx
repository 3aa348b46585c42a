import type { Endpoint } from '@gya/domain/endpoint.ts'
import type { ReactNode } from 'react'
import { LeaveGuard } from './leave-guard.tsx'
import { SaveFailed } from './save-failed.tsx'
import { SaveFormDialog } from './save-form.tsx'
import { refusalText, type Save, type SaveMessages } from './use-save.tsx'

type Props = {
  title: string
  saving: Pick<Save<Endpoint>, 'pending' | 'error' | 'overlay'>
  messages: SaveMessages
  saveLabel: string
  wide?: boolean
  /** Why the button is disabled. */
  disabledReason?: string | null
  /** Closing the dialog and leaving the page ask for confirmation. */
  dirty?: boolean
  /** A field shows why the call was refused. */
  isRefusedAtField?: boolean
  onSave: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** A dialog that makes one call: Cancel, and a button that makes it. A refusal is shown above its content. */
export function CallDialog(props: Props) {
  const { title, saving, messages, saveLabel, disabledReason = null, dirty = false, isRefusedAtField, children } = props
  const { pending, error, overlay } = saving
  const submit = () => {
    if (!pending) void props.onSave()
  }
  const notices = (
    <>
      <LeaveGuard dirty={dirty && !pending} />
      {overlay}
      {error && !isRefusedAtField && (
        <SaveFailed error={error} onRetry={submit}>
          {refusalText(error, messages.failure)}
        </SaveFailed>
      )}
    </>
  )
  return (
    <SaveFormDialog
      title={title}
      saving={{ pending, dirty, submit, notices }}
      saveLabel={saveLabel}
      wide={props.wide ?? false}
      disabledReason={disabledReason}
      onClose={props.onClose}
    >
      {children}
    </SaveFormDialog>
  )
}
