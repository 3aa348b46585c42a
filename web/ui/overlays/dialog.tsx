import { IconX } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { firstField } from '../fields/field.tsx'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** Buttons, the primary one last. */
  footer?: ReactNode
  /** Makes the dialog a form: Enter submits. */
  onSubmit?: (() => void) | undefined
  wide?: boolean | undefined
  /** A panel at the right edge, as high as the window: what is read beside the page. */
  side?: boolean | undefined
  /** While something is being saved, Escape and the cross do nothing. */
  locked?: boolean | undefined
  role?: 'dialog' | 'alertdialog' | undefined
}

/**
 * A native modal dialog: the browser keeps the focus inside and gives it back; Escape closes. The focus goes to what carries
 * `data-autofocus`, else the first field, else the last button. On a phone it fills the screen.
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
  // At the end of the page and not where it is written: a form within a form is none, and its buttons would do nothing.
  return createPortal(
    <dialog
      ref={dialog}
      className={classNames('dialog', wide && 'wide', side && 'sheet')}
      role={role}
      aria-labelledby={titleId}
      // Not left to the browser's own cancel event: Chromium and Firefox close the element at a repeated Escape whatever
      // a listener says, and what was typed would be out of reach.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        askToClose()
      }}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        askToClose()
      }}
      // Something else closed the element, such as the Back gesture of a phone: show it again, and close it properly.
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
