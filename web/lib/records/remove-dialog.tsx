import type { Endpoint } from '@gya/domain/endpoint.ts'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { CallInput } from '../api/call-api.ts'
import { refusalText, type SaveMessages, useSave } from '../forms/use-save.tsx'

type Props<E extends Endpoint> = {
  call: E
  input: Omit<CallInput<E>, 'signal'>
  messages: SaveMessages
  /** Shown when the record no longer exists. */
  notFound?: string | undefined
  title: string
  confirmLabel: string
  onClose: () => void
  /** What the removal does, in words. */
  children: ReactNode
}

/** Asks for confirmation, then removes one record. Mount it to open it. */
export function RemoveDialog<E extends Endpoint>(props: Props<E>) {
  const { call, input, messages, notFound, title, confirmLabel, onClose, children } = props
  const { save, pending, error, overlay } = useSave(call, messages)
  const remove = async () => {
    if ((await save(input)) !== null) onClose()
  }
  const isGone = error?.code === 'NOT_FOUND' && notFound !== undefined
  return (
    <>
      {overlay}
      <ConfirmDialog
        open
        title={title}
        confirmLabel={confirmLabel}
        danger
        pending={pending}
        error={error && (isGone ? notFound : refusalText(error, messages.failure))}
        onCancel={onClose}
        onConfirm={() => void remove()}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
