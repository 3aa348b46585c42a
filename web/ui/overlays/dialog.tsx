import { IconX } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { firstField } from '../fields/field.tsx'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** Buttons, the primary button last. */
  footer?: ReactNode
  /** Makes the dialog a form: Enter submits, and Ctrl Enter from any field of it. */
  onSubmit?: (() => void) | undefined
  wide?: boolean | undefined
  /** A full-height panel at the right edge. */
  side?: boolean | undefined
  /** While saving: Escape and the close button do nothing. */
  locked?: boolean | undefined
  role?: 'dialog' | 'alertdialog' | undefined
}

/** Submits a form from any of its fields. */
export const isCtrlEnter = ({ key, ctrlKey, metaKey, altKey, repeat }: KeyPress): boolean =>
  key === 'Enter' && (ctrlKey || metaKey) && !altKey && !repeat

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>

/** Clicks the button instead of submitting the form, so that a disabled button refuses. */
const pressSubmit = (dialog: HTMLElement): void => dialog.querySelector<HTMLElement>('button[type="submit"]')?.click()

/**
 * A native modal dialog: the browser traps and restores the focus. Initial focus: `data-autofocus`, else the first field, else
 * the last button. Full screen on a phone.
 */
export const Dialog = (props: DialogProps) => (props.open ? <OpenDialog {...props} /> : null)

const OpenDialog = ({ onClose, title, children, footer, onSubmit, wide, side, locked, role }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const box = dialog.current
    if (!box) return
    const before = document.activeElement
    box.showModal?.()
    const first = firstField(box) ?? [...box.querySelectorAll<HTMLElement>('footer button')].at(-1)
    first?.focus()
    return () => {
      box.close?.()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  const askToClose = () => {
    if (!locked) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onSubmit?.()
  }
  const inside = (
    <>
      <header>
        <h2 id={titleId}>{title}</h2>
        <IconButton icon={IconX} label="Close" variant="quiet" size="s" onClick={askToClose} />
      </header>
      <div className="body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </>
  )
  // A portal: forms cannot be nested, so a dialog inside a form could have no form of its own.
  return createPortal(
    <dialog
      ref={dialog}
      className={classNames('dialog', wide && 'wide', side && 'sheet')}
      role={role}
      aria-labelledby={titleId}
      // Not the browser's cancel event: Chromium and Firefox close the element on a second Escape even when a listener
      // prevents it, and typed text would be lost.
      onKeyDown={(event) => {
        if (event.defaultPrevented) return
        if (event.key === 'Escape') askToClose()
        // A press in a dialog on top of this one arrives here too.
        else if (isCtrlEnter(event) && event.currentTarget.contains(event.target as Node)) pressSubmit(event.currentTarget)
        else return
        event.preventDefault()
      }}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        askToClose()
      }}
      // Closed by other means, such as the Back gesture of a phone: shows it again, then closes it through `onClose`.
      onClose={(event) => {
        if (event.target !== dialog.current || dialog.current.open) return
        dialog.current.showModal?.()
        askToClose()
      }}
    >
      {onSubmit ? (
        <form onSubmit={submit} noValidate>
          {inside}
        </form>
      ) : (
        <div className="dialog-in">{inside}</div>
      )}
    </dialog>,
    document.body,
  )
}
