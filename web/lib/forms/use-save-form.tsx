import { showDateTime } from '@gya/domain/common/dates.ts'
import { type Endpoint, takesIdempotencyKey, type Wire } from '@gya/domain/endpoint.ts'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { NewerVersionNotice, Notice } from '../../ui/feedback/notice.tsx'
import { firstField } from '../../ui/fields/field.tsx'
import type { ApiError, CallInput } from '../api/call-api.ts'
import { useMayCall } from '../session/session.tsx'
import { isSessionEnded, onSessionEnd } from '../session/session-end.ts'
import { saveDraft, takeDraft } from './drafts.ts'
import { LeaveGuard } from './leave-guard.tsx'
import type { ChosenFile } from './picture-field.tsx'
import { usePlausibilityCheck } from './use-plausibility-check.tsx'
import { refusalText, refusalTitle, type SaveMessages, useSave } from './use-save.tsx'

type Options<E extends Endpoint, Values extends Record<string, unknown>> = {
  call: E
  /** Key of the draft: name of the form and id of the record. */
  name: string
  /** Loaded values. Newer ones replace the form's values while it is clean. */
  initialValues: Values
  /** Version of the loaded values, for calls with optimistic locking. */
  version?: number | undefined
  /** Input of the call. `version` is the version that editing started from, so that the server detects conflicts. */
  toInput: (values: Values, version: number | undefined) => Omit<CallInput<E>, 'signal'>
  messages: SaveMessages
  /** Called after a success, when the form is clean. */
  onSaved?: (answer: Wire<E, 'response'>, values: Values) => void
  /** Creates a record: the first field gets the focus. */
  isNew?: boolean
  /**
   * Restores typed values after a reload too, when the form is next opened. Not for a form with a version, because users reload it to read
   * what was saved meanwhile.
   */
  survivesReload?: boolean
  /** A file to upload with the save; it makes the form dirty. */
  chosen?: ChosenFile
  /** Errors by field, in addition to those of the contract. */
  validate?: (values: Values) => Record<string, string>
  /** Warnings about unlikely values, to be confirmed once before saving. Edits show new warnings only. */
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
  /** Upload progress, 0 to 1. */
  progress: number | undefined
  /** Restores the loaded values. */
  discard: () => void
  /** Error of the last save; part of `notices`. */
  error: ApiError | null
  dirty: boolean
  /** Whether the user has the permission of the call; without it the form is read-only. */
  mayCall: boolean
  /** Why Save is disabled, for SaveBar. */
  disabledReason: string | null
  /** Notices, overlay and leave guard: must be the first element in the form. */
  notices: ReactNode
}

/**
 * A form that is saved by a call: validated by the contract before sending, with the server's issues at their fields, a leave guard while
 * dirty, and a draft if the session expires or the page is reloaded.
 */
export function useSaveForm<E extends Endpoint, Values extends Record<string, unknown>>(
  options: Options<E, Values>,
): SaveForm<Values> {
  const {
    call,
    name,
    initialValues,
    version,
    toInput,
    messages,
    onSaved,
    validate,
    implausible,
    chosen,
    isNew,
    survivesReload = false,
  } = options
  const mayCall = useMayCall(call)
  const [draft, setDraft] = useState(() => takeDraft<Values>(name))
  const saving = useSave(call, messages, isShownAtFields)
  const form: UseFormReturnType<Values> = useForm<Values>({
    initialValues,
    validate: (values) => ({ ...contractErrors(call, toInput(values, loaded.version())), ...validate?.(values) }),
    validateInputOnBlur: false,
  })
  const file = chosen?.file ?? null
  const dirty = form.isDirty() || file !== null

  const loaded = useLoadedValues(form, initialValues, version)
  const latest = useRef({ dirty, form })
  latest.current = { dirty, form }
  // Once, on mount.
  const [opened] = useState(draft)
  useEffect(() => {
    if (opened) latest.current.form.setValues(opened)
  }, [opened])
  useEffect(() => {
    const save = () => latest.current.dirty && saveDraft(name, latest.current.form.values)
    const stopListening = onSessionEnd(save)
    // A logout also leaves the page, but stores no draft.
    const leave = () => survivesReload && !isSessionEnded() && save()
    addEventListener('pagehide', leave)
    return () => {
      stopListening()
      removeEventListener('pagehide', leave)
    }
  }, [name, survivesReload])

  const element = useRef<HTMLFormElement>(null)
  const open = useCallback(
    (opened: HTMLFormElement | null) => {
      element.current = opened
      if (isNew) focusFirstField(opened)
    },
    [isNew],
  )
  const plausibility = usePlausibilityCheck()
  const newWarnings = (values: Values): readonly (string | null)[] => {
    if (!implausible) return []
    const known = takesIdempotencyKey(call) ? [] : implausible(form.getInitialValues())
    return implausible(values).filter((warning) => !known.includes(warning))
  }
  const submit = form.onSubmit((values) => {
    if (!saving.pending) plausibility.ask(newWarnings(values), () => void send(values))
  }, focusFirst)
  const send = async (values: Values) => {
    const input = toInput(values, loaded.version())
    const answer = await saving.save(file ? { ...input, file } : input)
    if (answer === null) return
    chosen?.choose(null)
    setDraft(null)
    form.resetDirty(values)
    loaded.rebase(values, versionOf(answer))
    onSaved?.(answer, values)
    // The page stays open for the next record.
    if (isNew) requestAnimationFrame(() => focusFirstField(element.current))
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
    mayCall,
    disabledReason: dirty ? null : 'Nothing has changed',
    notices: (
      <>
        <LeaveGuard dirty={dirty && (!saving.pending || saving.waiting)} />
        {saving.overlay}
        {plausibility.dialog}
        {draft && <Notice tone="info">What you had typed is back; nothing has been saved yet.</Notice>}
        {loaded.hasNewerVersion && !saving.pending && error?.code !== 'STALE_VERSION' && <NewerVersionNotice />}
        {error && dirty && <Refusal error={error} messages={messages} />}
      </>
    ),
  }
}

const focusFirstField = (form: HTMLFormElement | null): void => {
  if (form) firstField(form)?.focus({ preventScroll: true })
}

/** The loaded values that edits are based on (as JSON), their version, and values made stale by an own save. */
type LoadedState = { read: string; version: number | undefined; outdated: string | null }

/** Loaded values replace the base when the form is clean or they are equal, but not if they are older than an own save. */
const replacesForm = (base: LoadedState, read: string, version: number | undefined, dirty: boolean): boolean => {
  const isStale = read === base.outdated && (version === undefined || version < (base.version ?? 0))
  return !isStale && (read === base.read || !dirty)
}

/**
 * Shows loaded values in a clean form. Edits keep the version that they started from until equal values are loaded or an own
 * save succeeds.
 */
function useLoadedValues<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  initialValues: Values,
  version: number | undefined,
) {
  const read = JSON.stringify(initialValues)
  const dirty = form.isDirty()
  const base = useRef<LoadedState>({ read, version, outdated: null })
  const latest = useRef({ form, read, initialValues })
  latest.current = { form, read, initialValues }
  useEffect(() => {
    if (!replacesForm(base.current, read, version, dirty)) return
    if (base.current.read !== read) {
      latest.current.form.setValues(latest.current.initialValues)
      latest.current.form.resetDirty(latest.current.initialValues)
    }
    base.current = { read, version, outdated: null }
  }, [read, version, dirty])
  // Computed during render, before the effect: values that will replace the base do not count as newer.
  const isNewer = version !== undefined && version > (base.current.version ?? version)
  return {
    /** A newer version than the edited one was saved. */
    hasNewerVersion: isNewer && !replacesForm(base.current, read, version, dirty),
    version: () => base.current.version,
    rebase: (saved: Values, next: number | undefined) => {
      base.current = { read: JSON.stringify(saved), version: next ?? base.current.version, outdated: latest.current.read }
    },
  }
}

const versionOf = (answer: unknown): number | undefined => {
  const version = typeof answer === 'object' && answer !== null && 'version' in answer ? answer.version : undefined
  return typeof version === 'number' ? version : undefined
}

const fieldPaths = (): Set<string | undefined> =>
  new Set([...document.querySelectorAll<HTMLElement>('form [data-path]')].map((field) => field.dataset.path))

/** Issues whose field is not on the page. */
const issuesElsewhere = ({ issues }: ApiError) => {
  const paths = fieldPaths()
  return issues.filter(({ path }) => !paths.has(path))
}

/** Whether the fields show all issues, so that no notice is needed. */
const isShownAtFields = (error: ApiError): boolean => error.issues.length > 0 && issuesElsewhere(error).length === 0

/** Focuses the first field with an error. */
const focusFirst = (errors: Record<string, unknown>): void => {
  const fields = [...document.querySelectorAll<HTMLElement>('form [data-path]')]
  fields.find((field) => errors[field.dataset.path ?? ''] !== undefined)?.focus()
}

/** Validation errors of the contract, by field. */
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
      {refusalTitle(error, messages.failure)}. {refusalText(error, messages.failure)}{' '}
      {elsewhere.map((issue) => issue.message).join(' ')}
    </Notice>
  )
}
