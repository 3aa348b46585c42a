import { showDateTime } from '@gya/domain/common/dates.ts'
import { type Endpoint, takesIdempotencyKey, type Wire } from '@gya/domain/endpoint.ts'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { NewerVersionNotice, Notice } from '../../ui/feedback/notice.tsx'
import { firstField } from '../../ui/fields/field.tsx'
import type { ApiError, CallInput } from '../api/call-api.ts'
import { onSessionEnd } from '../session/session-end.ts'
import { saveDraft, takeDraft } from './drafts.ts'
import { LeaveGuard } from './leave-guard.tsx'
import type { ChosenFile } from './picture-field.tsx'
import { usePlausibilityCheck } from './use-plausibility-check.tsx'
import { refusalText, type SaveMessages, useSave } from './use-save.tsx'

type Options<E extends Endpoint, Values extends Record<string, unknown>> = {
  call: E
  /** Names the form, with the id of what it edits: where a draft is kept if the session ends. */
  name: string
  /** What was read. While nothing is typed, a later reading is taken over. */
  initialValues: Values
  /** The version of what was read, for calls that take one. */
  version?: number | undefined
  /** The call's input for what was typed; `version` is the one the typing began with, so that a newer save is refused, not overwritten. */
  toInput: (values: Values, version: number | undefined) => Omit<CallInput<E>, 'signal'>
  messages: SaveMessages
  /** After a success; the form is clean by then. */
  onSaved?: (answer: Wire<E, 'response'>, values: Values) => void
  /** The form makes something new: its first field has the focus when it opens. */
  isNew?: boolean
  /** A file that goes with the save: it makes the form dirty and is let go of when it is saved or discarded. */
  chosen?: ChosenFile
  /** Refusals of the screen itself, by field, on top of the contract's. */
  validate?: (values: Values) => Record<string, string>
  /** What is unlikely about the values, in sentences: asked about once before they are sent. Of an edit only what is new. */
  implausible?: (values: Values) => readonly (string | null)[]
}

export type SaveForm<Values extends Record<string, unknown>> = {
  form: UseFormReturnType<Values>
  /** Spread on `<form>`. */
  props: {
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
    noValidate: true
    ref: (form: HTMLFormElement | null) => void
  }
  submit: () => void
  pending: boolean
  /** 0 to 1 while a file is being sent. */
  progress: number | undefined
  /** Puts everything back to what was read. */
  discard: () => void
  /** The refusal of the last try; `above` says it in words. */
  error: ApiError | null
  dirty: boolean
  /** Why Save cannot be pressed, for SaveBar. */
  disabledReason: string | null
  /** Notices (somebody else's save, a refusal, a draft given back), the overlay and the leave guard: first thing in the form. */
  notices: ReactNode
}

/**
 * A form that saves by a call: checked by the call's own contract before it is sent, the server's issues under their
 * fields, what was typed kept on every failure, clean after a success, guarded while dirty, and put aside if the session
 * ends.
 */
export function useSaveForm<E extends Endpoint, Values extends Record<string, unknown>>(
  options: Options<E, Values>,
): SaveForm<Values> {
  const { call, name, initialValues, version, toInput, messages, onSaved, validate, implausible: doubts, chosen, isNew } = options
  const [draft, setDraft] = useState(() => takeDraft<Values>(name))
  const saving = useSave(call, messages, isShownAtFields)
  const form: UseFormReturnType<Values> = useForm<Values>({
    initialValues,
    validate: (values) => ({ ...contractErrors(call, toInput(values, reading.version())), ...validate?.(values) }),
    validateInputOnBlur: false,
  })
  const file = chosen?.file ?? null
  const dirty = form.isDirty() || file !== null

  const reading = useLoadedValues(form, initialValues, version)
  const latest = useRef({ dirty, form })
  latest.current = { dirty, form }
  // Once, when the form opens: later drafts belong to later forms.
  const [opened] = useState(draft)
  useEffect(() => {
    if (opened) latest.current.form.setValues(opened)
  }, [opened])
  useEffect(() => onSessionEnd(() => latest.current.dirty && saveDraft(name, latest.current.form.values)), [name])

  const element = useRef<HTMLFormElement>(null)
  const open = useCallback(
    (opened: HTMLFormElement | null) => {
      element.current = opened
      if (isNew) beginTyping(opened)
    },
    [isNew],
  )
  const asking = usePlausibilityCheck()
  const newDoubts = (values: Values): readonly (string | null)[] => {
    if (!doubts) return []
    const known = takesIdempotencyKey(call) ? [] : doubts(form.getInitialValues())
    return doubts(values).filter((doubt) => !known.includes(doubt))
  }
  const submit = form.onSubmit((values) => {
    if (!saving.pending) asking.ask(newDoubts(values), () => void send(values))
  }, focusFirst)
  const send = async (values: Values) => {
    const input = toInput(values, reading.version())
    const answer = await saving.save(file ? { ...input, file } : input)
    if (answer === null) return
    chosen?.choose(null)
    setDraft(null)
    form.resetDirty(values)
    reading.overtake(values, versionOf(answer))
    onSaved?.(answer, values)
    // The form for the next one, where the page stays.
    if (isNew) requestAnimationFrame(() => beginTyping(element.current))
  }

  const { error } = saving
  useEffect(() => {
    if (!error || error.issues.length === 0) return
    const refused = Object.fromEntries(error.issues.map((issue) => [issue.path, issue.message]))
    latest.current.form.setErrors(refused)
    focusFirst(refused)
  }, [error])

  return {
    form,
    props: { onSubmit: submit, noValidate: true, ref: open },
    submit: () => submit(),
    pending: saving.pending,
    progress: saving.progress,
    discard: () => {
      form.reset()
      saving.reset()
      chosen?.choose(null)
    },
    error,
    dirty,
    disabledReason: dirty ? null : 'Nothing has changed',
    notices: (
      <>
        <LeaveGuard dirty={dirty && (!saving.pending || saving.waiting)} />
        {saving.overlay}
        {asking.dialog}
        {draft && <Notice tone="info">Your session had ended. What you had typed is back; nothing has been saved yet.</Notice>}
        {reading.overtaken && !saving.pending && error?.code !== 'STALE_VERSION' && <NewerVersionNotice />}
        {error && dirty && <Refusal error={error} messages={messages} />}
      </>
    ),
  }
}

const beginTyping = (form: HTMLFormElement | null): void => {
  if (form) firstField(form)?.focus({ preventScroll: true })
}

/** What the form stands on: the reading it shows changes of, its version, and the reading that an own save has overtaken. */
type LoadedState = { read: string; version: number | undefined; outdated: string | null }

/** A reading replaces the form's own when nothing is typed or when it says the same; never one from before an own save. */
const replacesForm = (held: LoadedState, read: string, version: number | undefined, dirty: boolean): boolean => {
  const fromBefore = read === held.outdated && (version === undefined || version < (held.version ?? 0))
  return !fromBefore && (read === held.read || !dirty)
}

/**
 * Shows what is read in a clean form. What is typed begins with a version and keeps it, until something is read that
 * says the same, or an own save overtakes it.
 */
function useLoadedValues<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  initialValues: Values,
  version: number | undefined,
) {
  const read = JSON.stringify(initialValues)
  const dirty = form.isDirty()
  const held = useRef<LoadedState>({ read, version, outdated: null })
  const latest = useRef({ form, read, initialValues })
  latest.current = { form, read, initialValues }
  useEffect(() => {
    if (!replacesForm(held.current, read, version, dirty)) return
    if (held.current.read !== read) {
      latest.current.form.setValues(latest.current.initialValues)
      latest.current.form.resetDirty(latest.current.initialValues)
    }
    held.current = { read, version, outdated: null }
  }, [read, version, dirty])
  // Seen while it is drawn, before the effect: a reading that is taken over is no news.
  const isNewer = version !== undefined && version > (held.current.version ?? version)
  return {
    /** What is typed stands on something that has been saved anew since. */
    overtaken: isNewer && !replacesForm(held.current, read, version, dirty),
    version: () => held.current.version,
    overtake: (saved: Values, next: number | undefined) => {
      held.current = { read: JSON.stringify(saved), version: next ?? held.current.version, outdated: latest.current.read }
    },
  }
}

const versionOf = (answer: unknown): number | undefined => {
  const version = typeof answer === 'object' && answer !== null && 'version' in answer ? answer.version : undefined
  return typeof version === 'number' ? version : undefined
}

const fieldPaths = (): Set<string | undefined> =>
  new Set([...document.querySelectorAll<HTMLElement>('form [data-path]')].map((field) => field.dataset.path))

/** What a refusal says of no field in the page. */
const issuesElsewhere = ({ issues }: ApiError) => {
  const paths = fieldPaths()
  return issues.filter(({ path }) => !paths.has(path))
}

/** A refusal is said once: under the fields it is about, where they are all in the page. */
const isShownAtFields = (error: ApiError): boolean => error.issues.length > 0 && issuesElsewhere(error).length === 0

/** The first field in the page that is refused gets the focus, so that its error is in sight and read aloud. */
const focusFirst = (errors: Record<string, unknown>): void => {
  const fields = [...document.querySelectorAll<HTMLElement>('form [data-path]')]
  fields.find((field) => errors[field.dataset.path ?? ''] !== undefined)?.focus()
}

/** What the contract says about an input, by field. */
function contractErrors(call: Endpoint, input: object): Record<string, string> {
  const read = call.body?.safeParse((input as { body?: unknown }).body)
  if (!read || read.success) return {}
  return Object.fromEntries(read.error.issues.map((issue) => [issue.path.map(String).join('.'), issue.message]).reverse())
}

function Refusal({ error, messages }: { error: ApiError; messages: SaveMessages }) {
  if (error.code === 'STALE_VERSION')
    return (
      <Notice tone="warn">
        {error.details.savedBy} saved this{error.details.savedOn ? ` on ${showDateTime(error.details.savedOn)}` : ''} after you
        opened it. What you typed is still here: copy what you need, then{' '}
        <a className="link" href={location.href}>
          load the newer version
        </a>
        .
      </Notice>
    )
  if (isShownAtFields(error)) return null
  const elsewhere = issuesElsewhere(error).filter(({ message }) => message !== error.message)
  return (
    <Notice tone="bad">
      {messages.failure.title}. {refusalText(error, messages.failure)} {elsewhere.map((issue) => issue.message).join(' ')}
    </Notice>
  )
}
