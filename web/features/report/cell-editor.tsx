import { type Nearest, parseDayWords } from '@gya/domain/common/date-words.ts'
import { type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { IconAlertTriangle, IconBolt, IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../../ui/icon.tsx'
import { useFloating } from '../../ui/overlays/use-floating.ts'

/** The effects of a typed day. */
export type DayPreview = { text: string; also: readonly string[]; refusal: string | null }

type PopProps = { cell: HTMLElement; onClose: (giveFocusBack: boolean) => void; label?: string; children: ReactNode }

/** A popover below a cell. */
export function CellPop({ cell, onClose, label, children }: PopProps) {
  const { float } = useFloating<HTMLElement, HTMLDivElement>({ open: true, onClose, beside: cell })
  return (
    <div ref={float} className="pop cell-pop" popover="manual" role={label ? 'group' : undefined} aria-label={label}>
      {children}
    </div>
  )
}

export const PopLine = ({ tone, children }: { tone?: 'good' | 'bad' | 'rule' | undefined; children: ReactNode }) => (
  <p className={tone === 'bad' ? 'bad' : undefined}>
    {tone && <Icon of={{ good: IconCheck, bad: IconAlertTriangle, rule: IconBolt }[tone]} size={14} />}
    <span>{children}</span>
  </p>
)

const notADay = 'This is not a day. Type 5/11, 5 nov, t for today or y for yesterday.'

type DayEditorProps = {
  cell: HTMLElement
  /** "Searches back, 27 Rodway Road" */
  label: string
  /** The typed digit that opened the editor. */
  initial: string
  current: DateOnly | null
  nearest: Nearest
  today: DateOnly
  preview: (day: DateOnly) => DayPreview
  /** Enter saves and moves down, Tab saves and moves right. */
  onSave: (day: DateOnly, then: 'down' | 'right' | 'left' | 'stay') => void
  onClose: (giveFocusBack: boolean) => void
}

/** A day typed in a cell, with its effects below. */
export function DayEditor({ cell, label, initial, current, nearest, today, preview, onSave, onClose }: DayEditorProps) {
  const [text, setText] = useState(initial || (current ? showDate(current) : ''))
  const [tried, setTried] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  const hintId = useId()
  const day = text.trim() === '' ? undefined : parseDayWords(text, nearest, today)
  const outcome = day === undefined ? null : preview(day)
  useEffect(() => {
    const field = input.current
    field?.focus({ preventScroll: true })
    if (initial === '') field?.select()
  }, [initial])
  const close = (giveFocusBack: boolean) => {
    isDone.current = true
    onClose(giveFocusBack)
  }
  const save = (then: 'down' | 'right' | 'left' | 'stay') => {
    if (text.trim() === '' || (initial === '' && current !== null && day === current)) return close(then !== 'stay')
    // A refused day stays in the cell, with the reason.
    if (day === undefined || outcome?.refusal) return setTried(true)
    isDone.current = true
    onSave(day, then)
  }
  const keys = (event: KeyboardEvent) => {
    event.stopPropagation()
    const then = { Enter: 'down', Tab: event.shiftKey ? 'left' : 'right' }[event.key] as 'down' | 'right' | 'left' | undefined
    if (event.key === 'Escape') close(true)
    else if (then) save(then)
    else return
    event.preventDefault()
  }
  const isWrong = day === undefined && text.trim() !== '' && tried
  return (
    <>
      {createPortal(
        <input
          ref={input}
          className="cell-input"
          aria-label={label}
          aria-describedby={hintId}
          aria-invalid={isWrong || outcome?.refusal ? true : undefined}
          autoComplete="off"
          inputMode="text"
          maxLength={20}
          value={text}
          onChange={(event) => {
            setTried(false)
            setText(event.currentTarget.value)
          }}
          onKeyDown={keys}
          // Leaving with the pointer saves a valid day and discards any other text.
          onBlur={() => {
            if (isDone.current) return
            if (day !== undefined && outcome?.refusal === null && day !== current) save('stay')
            else close(false)
          }}
        />,
        cell,
      )}
      <CellPop cell={cell} onClose={(isEscape) => isEscape && close(true)}>
        <div id={hintId} role={isWrong || (tried && outcome?.refusal) ? 'alert' : 'status'}>
          {outcome?.refusal ? (
            <PopLine tone="bad">{outcome.refusal}</PopLine>
          ) : outcome ? (
            <>
              <PopLine tone="good">{outcome.text}</PopLine>
              {outcome.also.map((one) => (
                <PopLine key={one} tone="rule">
                  {one}
                </PopLine>
              ))}
            </>
          ) : (
            <PopLine tone={isWrong ? 'bad' : undefined}>{isWrong ? notADay : '5/11, 5 nov, t today, y yesterday'}</PopLine>
          )}
        </div>
        <p className="cell-keys" aria-hidden="true">
          <span className="kbd">↵</span> save, down <span className="kbd">Tab</span> save, right <span className="kbd">Esc</span>{' '}
          leave
        </p>
      </CellPop>
    </>
  )
}

type NoticeProps = {
  cell: HTMLElement
  tone: 'refused' | 'why'
  text: string
  /** Set if a completion date is missing. */
  onCompletionDate?: ((day: DateOnly) => void) | undefined
  today: DateOnly
  /** Takes the focus, but only while it is still on the refused cell. */
  takesFocus: boolean
  onClose: (giveFocusBack: boolean) => void
}

/** Shows at a cell why a value was refused or why a rule changed it. */
export function CellNoticePop({ cell, tone, text, onCompletionDate, today, takesFocus, onClose }: NoticeProps) {
  return (
    <CellPop cell={cell} onClose={onClose} label={tone === 'refused' ? 'Not saved' : 'Why'}>
      <div role={tone === 'refused' ? 'alert' : 'status'}>
        <PopLine tone={tone === 'refused' ? 'bad' : 'rule'}>{text}</PopLine>
      </div>
      {onCompletionDate && <CompletionDate today={today} takesFocus={takesFocus} onEnter={onCompletionDate} />}
    </CellPop>
  )
}

function CompletionDate({
  today,
  takesFocus,
  onEnter,
}: {
  today: DateOnly
  takesFocus: boolean
  onEnter: (day: DateOnly) => void
}) {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const day = parseDayWords(text, 'future', today)
  return (
    <label className="cell-completion">
      Completion date
      <input
        ref={input}
        className="in small"
        placeholder="DD/MM/YYYY"
        autoComplete="off"
        aria-invalid={isWrong || undefined}
        value={text}
        onChange={(event) => {
          setWrong(false)
          setText(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (day === undefined) setWrong(true)
          else onEnter(day)
        }}
      />
      {day && <span className="mut">{showDate(day)}</span>}
    </label>
  )
}
