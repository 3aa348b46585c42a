import { maxPasted } from '@gya/domain/features/properties/read-pasted.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { TextAreaField } from '../../ui/fields/text-field.tsx'

/** Characters that nobody types at once. */
const leastPasted = 6

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable], dialog') !== null

type PastePanelProps = {
  /** Fills the form; returns what was read, in words. */
  onRead: (text: string) => string[]
  onUndo: () => void
}

/** A pasted text fills the form. Pasting outside of fields, and several lines into one of a line, lands here. [seat §7](docs/design/seat.md#7). */
export function PastePanel({ onRead, onUndo }: PastePanelProps) {
  const [text, setText] = useState('')
  const [read, setRead] = useState<string[] | null>(null)
  const take = (pasted: string) => {
    setText(pasted)
    setRead(pasted.trim() === '' ? null : onRead(pasted))
  }
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData('text/plain').slice(0, maxPasted).trim() ?? ''
    const { target } = event
    const isOneLine = target instanceof HTMLInputElement && target.closest('dialog') === null && pasted.includes('\n')
    if (pasted === '' || (isField(target) && !isOneLine)) return
    event.preventDefault()
    take(pasted)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
  const undo = () => {
    onUndo()
    setText('')
    setRead(null)
  }
  return (
    <section className="panel form" aria-label="Paste">
      <TextAreaField
        label="Paste an address, a message or its signature"
        optional
        rows={text === '' ? 1 : 4}
        value={text}
        onChange={(next) => (next.length - text.length >= leastPasted ? take(next) : setText(next))}
      />
      <p className="hint" role="status">
        {read === null ? 'Fills the empty fields below.' : `Read: ${read.join(', ') || 'nothing new'}. Nothing is saved yet.`}{' '}
        {read !== null && (
          <button type="button" className="link" onClick={undo}>
            Undo
          </button>
        )}
      </p>
    </section>
  )
}
