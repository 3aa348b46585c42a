import { type Endpoint, takesIdempotencyKey } from '@gya/domain/endpoint.ts'
import { useRef } from 'react'

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
