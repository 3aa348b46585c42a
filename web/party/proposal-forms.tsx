import { londonDay } from '@gya/domain/common/dates.ts'
import { acceptAttribute, documentMediaTypes, maxFileBytes, maxFileMegabytes } from '@gya/domain/common/uploads.ts'
import { maxProposalText } from '@gya/domain/features/party-links/proposal-limits.ts'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { markUnsaved } from '../lib/forms/unsaved-edits.ts'
import { Button } from '../ui/button.tsx'
import { type Answer, type NewProposal, type PartySale, propose, sendDocument } from './party-api.ts'

type FormProps = {
  token: string
  onCancel: () => void
  /** Resolves to the reason if it was refused. */
  onAnswer: (answer: Answer<PartySale>) => string | null
  /** First name of the person who confirms it. */
  confirms: string
}

const today = () => londonDay(new Date().toISOString())

type FrameProps = {
  children: ReactNode
  confirms: string
  pending: boolean
  error: string
  onSubmit: () => void
  onCancel: () => void
}

function Frame({ children, confirms, pending, error, onSubmit, onCancel }: FrameProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!pending) onSubmit()
  }
  const [isTyped, setTyped] = useState(false)
  useEffect(() => (isTyped ? markUnsaved() : undefined), [isTyped])
  return (
    <form className="ans" onSubmit={submit} onInput={() => setTyped(true)} noValidate>
      {children}
      {error && (
        <p className="err" role="alert">
          {error}
        </p>
      )}
      <div className="ans-actions">
        <Button type="submit" variant="primary" className="p44" pending={pending}>
          Send
        </Button>
        <Button variant="quiet" className="p44" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <p className="hint">It counts once {confirms} has confirmed it.</p>
    </form>
  )
}

/** Sends one proposal at a time, and stores the reason of a refusal. */
function useSending({ onAnswer }: FormProps) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState('')
  const send = async (answer: Promise<Answer<PartySale>>) => {
    setPending(true)
    const refusal = onAnswer(await answer)
    if (refusal === null) return
    setError(refusal)
    setPending(false)
  }
  return { pending, error, send, setError }
}

type DayProps = { label: string; value: string; onChange: (day: string) => void; min?: string; max?: string }

function DayField({ label, value, onChange, min, max }: DayProps) {
  const id = useId()
  return (
    <div className="fld">
      <label className="lab" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="in p44"
        type="date"
        required
        min={min}
        max={max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

/** A step that is done or in progress: prefilled with today. */
export function StepForm(props: FormProps & { stepKey: number; label: string; mayStart: boolean }) {
  const { token, stepKey, label, mayStart } = props
  const [onDay, setDay] = useState(today)
  const [state, setState] = useState<'C' | 'IP'>('C')
  const sending = useSending(props)
  const submit = () => {
    if (onDay === '') return sending.setError('Enter a day.')
    void sending.send(propose(token, { what: 'step', stepKey, state, onDay }))
  }
  return (
    <Frame {...props} {...sending} onSubmit={submit}>
      {mayStart && (
        <fieldset className="choice">
          <legend className="vh">How far it is</legend>
          {(['C', 'IP'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name={`state-${stepKey}`} checked={state === one} onChange={() => setState(one)} />
              {one === 'C' ? 'Done' : 'Under way'}
            </label>
          ))}
        </fieldset>
      )}
      <DayField label={state === 'C' ? label : 'Since'} value={onDay} onChange={setDay} max={today()} />
    </Frame>
  )
}

export function DateForm(props: FormProps & { dateKind: 'completion' | 'exchange' }) {
  const { token, dateKind } = props
  const [onDay, setDay] = useState('')
  const sending = useSending(props)
  const submit = () => {
    if (onDay === '') return sending.setError('Enter a day.')
    void sending.send(propose(token, { what: 'date', dateKind, onDay }))
  }
  return (
    <Frame {...props} {...sending} onSubmit={submit}>
      <DayField
        label={dateKind === 'completion' ? 'Completion on' : 'Exchange on'}
        value={onDay}
        onChange={setDay}
        min={today()}
      />
    </Frame>
  )
}

export function SurveyForm(props: FormProps & { surveys: PartySale['mayPropose']['surveys'] }) {
  const { token, surveys } = props
  const id = useId()
  const [stepKey, setKey] = useState(surveys[0]?.key ?? 0)
  const [onDay, setDay] = useState('')
  const sending = useSending(props)
  const submit = () => {
    if (onDay === '') return sending.setError('Enter a day.')
    const body: NewProposal = { what: 'date', dateKind: 'survey', stepKey, onDay }
    void sending.send(propose(token, body))
  }
  return (
    <Frame {...props} {...sending} onSubmit={submit}>
      <div className="fld">
        <label className="lab" htmlFor={id}>
          Survey
        </label>
        <select id={id} className="in p44" value={stepKey} onChange={(event) => setKey(Number(event.target.value))}>
          {surveys.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <DayField label="Booked for" value={onDay} onChange={setDay} min={today()} />
    </Frame>
  )
}

function TextField({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const id = useId()
  return (
    <div className="fld">
      <label className="lab" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="in"
        rows={4}
        maxLength={maxProposalText}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

export function MessageForm(props: FormProps) {
  const [text, setText] = useState('')
  const sending = useSending(props)
  const submit = () => {
    if (text.trim() === '') return sending.setError('Write a message.')
    void sending.send(propose(props.token, { what: 'message', text }))
  }
  return (
    <Frame {...props} {...sending} onSubmit={submit}>
      <TextField label="Message" value={text} onChange={setText} />
    </Frame>
  )
}

export function DocumentForm(props: FormProps) {
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const [text, setText] = useState('')
  const [share, setShare] = useState(0)
  const sending = useSending(props)
  const submit = () => {
    if (!file) return sending.setError('Choose a file.')
    if (file.size > maxFileBytes) return sending.setError(`A file has at most ${maxFileMegabytes} MB.`)
    void sending.send(sendDocument(props.token, file, text, setShare))
  }
  return (
    <Frame {...props} {...sending} onSubmit={submit}>
      <div className="fld">
        <label className="lab" htmlFor={id}>
          File, at most {maxFileMegabytes} MB
        </label>
        <input
          id={id}
          className="in p44"
          type="file"
          accept={acceptAttribute(documentMediaTypes)}
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
      </div>
      <TextField label="What it is (optional)" value={text} onChange={setText} />
      {sending.pending && (
        <progress value={share} aria-label="Sending">
          {Math.round(share * 100)} %
        </progress>
      )}
    </Frame>
  )
}
