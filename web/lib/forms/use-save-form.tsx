import { showDateTime } from '@gya/domain/common/dates.ts'
import { type Endpoint, takesIdempotencyKey, type Wire } from '@gya/domain/endpoint.ts'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { NewerVersionNotice, Notice } from '../../ui/feedback/notice.tsx'
import { firstField } from '../../ui/fields/field.tsx'
import type { ApiError, CallInput } from '../api/call-api.ts'
import { isOutcomeUnknown } from '../api/report-failure.ts'
import { useMayCall } from '../session/session.tsx'
import { isSessionEnded, onSessionEnd } from '../session/session-end.ts'
import { bodyIssues } from './body-issues.ts'
import { saveDraft, takeDraft, withInitialValues } from './drafts.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { isPageFailing } from './page-failure.ts'
import type { ChosenFile } from './picture-field.tsx'
import { SavedAlready, SaveFailed } from './save-failed.tsx'
import { useLoadedValues } from './use-loaded-values.ts'
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
 * dirty, and a draft if the session expires, the page fails or is reloaded.
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
  // The last save may have been executed although its response was lost.
  const isUncertain = useRef(false)
  const isSavedAlready = ({ code, details }: ApiError) => isUncertain.current && code === 'STALE_VERSION' && 'yours' in details
  const [savedAlready, setSavedAlready] = useState<string | null>(null)
  const saving = useSave(call, messages, (refusal) => isShownAtFields(refusal) || isSavedAlready(refusal))
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
    const { form: shown } = latest.current
    if (opened) shown.setValues(withInitialValues(shown.getInitialValues(), opened))
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
      if (isPageFailing()) save()
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
    setSavedAlready(null)
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
  const { rebaseOnStored } = loaded
  useEffect(() => {
    if (!error) return
    const isUnknown = isOutcomeUnknown(error)
    if (isUncertain.current && error.code === 'STALE_VERSION' && 'yours' in error.details) {
      rebaseOnStored()
      setSavedAlready(error.details.savedOn ?? '')
    }
    isUncertain.current = isUnknown
  }, [error, rebaseOnStored])
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
      setSavedAlready(null)
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
        {loaded.hasNewerVersion && !saving.pending && !isConflict(error) && <NewerVersionNotice />}
        {savedAlready !== null && <SavedAlready on={savedAlready} differs={dirty} />}
        {error && dirty && savedAlready === null && (
          <Refusal error={error} messages={messages} onRetry={() => void send(form.getValues())} />
        )}
      </>
    ),
  }
}

/** Whether the notice of an error already explains that a newer version may have been saved. */
const isConflict = (error: ApiError | null): boolean =>
  error !== null && (error.code === 'STALE_VERSION' || isOutcomeUnknown(error))

const focusFirstField = (form: HTMLFormElement | null): void => {
  if (form) firstField(form)?.focus({ preventScroll: true })
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
  const issues = bodyIssues(call, (input as { body?: unknown }).body)
  return Object.fromEntries(issues.map((issue) => [issue.path.map(String).join('.'), issue.message]).reverse())
}

function Refusal({ error, messages, onRetry }: { error: ApiError; messages: SaveMessages; onRetry: () => void }) {
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
    <SaveFailed error={error} onRetry={onRetry}>
      {refusalTitle(error, messages.failure)}. {refusalText(error, messages.failure)}{' '}
      {elsewhere.map((issue) => issue.message).join(' ')}
    </SaveFailed>
  )
}
