import { type Endpoint, takesIdempotencyKey, type Wire } from '@gya/domain/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { SaveOverlay, type SaveStatus } from '../../ui/feedback/save-overlay.tsx'
import { ApiError, type CallInput, callApi } from '../api/call-api.ts'
import { sendWhenOnline } from '../api/send-when-online.ts'
import { showPersistently } from './persistent-overlay.tsx'

/** 128 random bits. `crypto.randomUUID` is missing where the page is served without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The Idempotency-Key of what a form or a button saves: the same for every try, so that a save whose answer was lost is not
 * made twice. A button that stands in many rows has one for each of them. `renew` it after a success and when the form is
 * reset. `of` answers undefined for calls that take none.
 */
export function useIdempotencyKey(call: Endpoint) {
  const held = useRef<{ key: string; place: string } | null>(null)
  return {
    of: (input: object): string | undefined => {
      if (!takesIdempotencyKey(call)) return undefined
      const place = JSON.stringify('params' in input ? input.params : null)
      if (held.current?.place !== place) held.current = { key: newKey(), place }
      return held.current.key
    },
    renew: () => {
      held.current = null
    },
  }
}

/** The words of a save: title and text of its success and of its failure, verbatim from the specification. */
export type SaveMessages = { success: { title: string; text?: string }; failure: { title: string; text?: string } }

export type Save<E extends Endpoint> = {
  /** Makes the call; resolves to the answer, or to null when it was refused. */
  save: (input: Omit<CallInput<E>, 'signal'>) => Promise<Wire<E, 'response'> | null>
  pending: boolean
  /** The call is not sent yet: there is no connection. It goes out once there is one. */
  waiting: boolean
  /** 0 to 1 while a file is being sent; undefined otherwise. */
  progress: number | undefined
  /** The refusal of the last try, for the form to show. */
  error: ApiError | null
  /** Forgets the refusal, and that anything was tried. */
  reset: () => void
  /** Put it anywhere in the page: success and failure are shown over it for two seconds. */
  overlay: ReactNode
}

/**
 * A refusal in the words of its save: what the server said, or the save's own text where the server withholds its reason.
 * Of something that is gone and that the server names, its own words.
 */
export const refusalText = (error: ApiError, failure: SaveMessages['failure']): string => {
  if (error.code === 'INTERNAL') return failure.text ?? error.message
  return (error.code === 'NOT_FOUND' && error.issues[0]?.message) || error.message
}

/**
 * What others did in the meantime is read behind the form: Discard then shows the newer version, and a page without a
 * licence left says so. So is what is there after a save of which nobody knows whether it took place.
 */
const refetchAfter = new Set<ApiError['code']>([
  'STALE_VERSION',
  'LICENCES_USED',
  'SAVE_UNCERTAIN',
  'OFFLINE',
  'IDEMPOTENCY_KEY_REUSED',
])

/**
 * A changing call with its status: reset, pending, success, error (administration document, section 4). Whatever was
 * read before may have changed with it, so every read is asked again.
 */
export function useSave<E extends Endpoint>(
  call: E,
  messages: SaveMessages,
  /** Whether a refusal is said by the form at its fields, and needs no overlay. */
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
    inSight.current = next === 'success' ? messages.success : null
    setStatus(next)
  }
  const mutation = useMutation<Wire<E, 'response'>, ApiError, Omit<CallInput<E>, 'signal'>>({
    networkMode: 'always',
    mutationFn: (input) => {
      const idempotencyKey = key.of(input)
      wait.current = new AbortController()
      return sendWhenOnline({
        send: () => callApi(call, { ...input, idempotencyKey, onProgress: setProgress } as CallInput<E>),
        mayRepeat: idempotencyKey !== undefined,
        givenUp: wait.current.signal,
        onWait: setWaiting,
      })
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
      if (refetchAfter.has(refusal.code)) void queries.invalidateQueries()
    },
  })
  const { error } = mutation
  const words =
    status === 'error' && error ? { title: messages.failure.title, text: refusalText(error, messages.failure) } : messages.success
  return {
    save: (input) =>
      mutation.mutateAsync(input).catch((refusal: unknown) => (refusal instanceof ApiError ? null : Promise.reject(refusal))),
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
