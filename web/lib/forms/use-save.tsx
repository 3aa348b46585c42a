import { type Endpoint, takesIdempotencyKey, type Wire } from '@gya/domain/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { SaveOverlay, type SaveStatus } from '../../ui/feedback/save-overlay.tsx'
import { type ApiError, type CallInput, callApi } from '../api/call-api.ts'
import { newIdempotencyKey } from '../api/new-idempotency-key.ts'
import { asApiError, isOutcomeUnknown } from '../api/report-failure.ts'
import { sendWhenOnline } from '../api/send-when-online.ts'
import { showPersistently } from './persistent-overlay.tsx'

/**
 * Idempotency-Key of a form or a button: the same for each retry, so that a save whose response was lost is not repeated. One
 * key per path parameters. `renew` it after a success and a reset. `of` returns undefined for calls that accept none.
 */
export function useIdempotencyKey(call: Endpoint) {
  const current = useRef<{ key: string; params: string } | null>(null)
  return {
    of: (input: object): string | undefined => {
      if (!takesIdempotencyKey(call)) return undefined
      const params = JSON.stringify('params' in input ? input.params : null)
      if (current.current?.params !== params) current.current = { key: newIdempotencyKey(), params }
      return current.current.key
    },
    renew: () => {
      current.current = null
    },
  }
}

/**
 * Titles and texts of success and failure, verbatim from the specification. `quiet`: the success is announced elsewhere, such as by the
 * message with Undo.
 */
export type SaveMessages = {
  success: { title: string; text?: string }
  failure: { title: string; text?: string }
  quiet?: true
}

export type Save<E extends Endpoint> = {
  /** Makes the call; resolves to the response, or to null on an error. */
  save: (input: Omit<CallInput<E>, 'signal'>) => Promise<Wire<E, 'response'> | null>
  pending: boolean
  /** Offline: the call is sent when the connection is back. */
  waiting: boolean
  /** Upload progress, 0 to 1. */
  progress: number | undefined
  /** Error of the last call. */
  error: ApiError | null
  /** Clears the error and the status. */
  reset: () => void
  /** Render it anywhere: shows success and failure for two seconds. */
  overlay: ReactNode
}

/** Refusals whose issue says more than their message: what was not found, which rule a password does not meet. */
const saidByIssue = ({ code }: ApiError): boolean => code === 'NOT_FOUND' || code.startsWith('PASSWORD_')

/** Text of an error: the server's message, that of its issue if it says more, or the specified text for an internal error. */
export const refusalText = (error: ApiError, failure: SaveMessages['failure']): string => {
  if (error.code === 'INTERNAL') return failure.text ?? error.message
  return (saidByIssue(error) && error.issues[0]?.message) || error.message
}

const generalFailure = 'Something went wrong'

/** Errors that are not refusals: those of the catalogue with status 500 or above, whose texts the first page does not load. */
export const serverErrors: ReadonlySet<ApiError['code']> = new Set<ApiError['code']>([
  'INTERNAL',
  'NOT_READY',
  'FILES_NOT_READY',
  'SCAN_NOT_READY',
  'TOOK_TOO_LONG',
  'SAVE_UNCERTAIN',
  'NO_ROOM',
])

/** Title of an error. A refusal gets "Not done yet", because nothing went wrong. */
export const refusalTitle = (error: ApiError, { title }: SaveMessages['failure']): string =>
  !isOutcomeUnknown(error) && !serverErrors.has(error.code) && title === generalFailure ? 'Not done yet' : title

/** Errors after which all queries are refetched, because data has changed. They are refetched after an unknown outcome too. */
const refetchAfter = new Set<ApiError['code']>(['STALE_VERSION', 'LICENCES_USED', 'IDEMPOTENCY_KEY_REUSED'])

/**
 * A mutation with its status: reset, pending, success, error ([administration §4](docs/design/administration.md#4)). Success refetches all
 * queries.
 */
export function useSave<E extends Endpoint>(
  call: E,
  messages: SaveMessages,
  /** Whether the form shows an error at its fields, so that no overlay is needed. */
  isSaidAtFields: (refusal: ApiError) => boolean = () => false,
): Save<E> {
  const [status, setStatus] = useState<SaveStatus>('reset')
  const [progress, setProgress] = useState<number>()
  const [waiting, setWaiting] = useState(false)
  const wait = useRef<AbortController>(null)
  useEffect(() => () => wait.current?.abort(), [])
  const queries = useQueryClient()
  const key = useIdempotencyKey(call)
  const inSight = useRef<SaveMessages['success'] | null>(null)
  useEffect(() => () => void (inSight.current && showPersistently(inSight.current)), [])
  const showNext = (next: SaveStatus) => {
    const shown = next === 'success' && messages.quiet ? 'reset' : next
    inSight.current = shown === 'success' ? messages.success : null
    setStatus(shown)
  }
  const mutation = useMutation<Wire<E, 'response'>, ApiError, Omit<CallInput<E>, 'signal'>>({
    networkMode: 'always',
    mutationFn: (input) => {
      const idempotencyKey = key.of(input)
      wait.current = new AbortController()
      const sent = sendWhenOnline({
        send: () => callApi(call, { ...input, idempotencyKey, onProgress: setProgress } as CallInput<E>),
        mayRepeat: idempotencyKey !== undefined,
        givenUp: wait.current.signal,
        onWait: setWaiting,
      })
      return sent.catch((error: unknown) => Promise.reject(asApiError(error)))
    },
    onMutate: () => showNext('pending'),
    onSettled: () => setProgress(undefined),
    onSuccess: () => {
      key.renew()
      showNext('success')
      void queries.invalidateQueries()
    },
    onError: (refusal) => {
      showNext(isSaidAtFields(refusal) ? 'reset' : 'error')
      if (refusal.code === 'IDEMPOTENCY_KEY_REUSED') key.renew()
      if (refetchAfter.has(refusal.code) || isOutcomeUnknown(refusal)) void queries.invalidateQueries()
    },
  })
  const { error } = mutation
  const words =
    status === 'error' && error
      ? { title: refusalTitle(error, messages.failure), text: refusalText(error, messages.failure) }
      : messages.success
  return {
    save: (input) => mutation.mutateAsync(input).catch(() => null),
    pending: mutation.isPending,
    waiting,
    progress,
    error,
    reset: () => {
      key.renew()
      mutation.reset()
    },
    overlay: (
      <SaveOverlay
        status={status}
        title={words.title}
        text={words.text}
        onDone={() => showNext('reset')}
        onStopWaiting={waiting ? () => wait.current?.abort() : undefined}
      />
    ),
  }
}
