import type { Endpoint } from '@gya/domain/endpoint.ts'
import type { ComponentProps, ReactNode } from 'react'
import { ConfirmByTypingDialog, ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { CallInput } from '../api/call-api.ts'
import { isOutcomeUnknown } from '../api/report-failure.ts'
import { refusalText, type SaveMessages, useSave } from './use-save.tsx'

type Props<E extends Endpoint> = {
  call: E
  input: Omit<CallInput<E>, 'signal'>
  messages: SaveMessages
  title: string
  confirmLabel: string
  danger?: boolean | undefined
  focusCancel?: boolean | undefined
  /** The text to type before the call is made. */
  typing?: Pick<ComponentProps<typeof ConfirmByTypingDialog>, 'text' | 'what' | 'exact'>
  /** Shown when the record no longer exists. */
  notFound?: string | undefined
  onClose: () => void
  /** Called after a success; closes the dialog by default. */
  onDone?: () => void
  /** Describes the effect of the call. */
  children: ReactNode
}

/** Asks for confirmation, then makes a call. Mount it to open it. */
export function ConfirmSaveDialog<E extends Endpoint>(props: Props<E>) {
  const {
    call,
    input,
    messages,
    title,
    confirmLabel,
    danger,
    focusCancel,
    typing,
    notFound,
    onClose,
    onDone = onClose,
    children,
  } = props
  const { save, pending, error, overlay } = useSave(call, messages)
  const confirm = async () => {
    if ((await save(input)) !== null) onDone()
  }
  const isGone = error?.code === 'NOT_FOUND' && notFound !== undefined
  const dialog = {
    open: true,
    title,
    confirmLabel: error && isOutcomeUnknown(error) ? 'Try again' : confirmLabel,
    pending,
    error: error && (isGone ? notFound : refusalText(error, messages.failure)),
    onCancel: onClose,
    onConfirm: () => void confirm(),
    children,
  }
  return (
    <>
      {overlay}
      {typing ? (
        <ConfirmByTypingDialog {...dialog} {...typing} />
      ) : (
        <ConfirmDialog {...dialog} danger={danger} focusCancel={focusCancel} />
      )}
    </>
  )
}
