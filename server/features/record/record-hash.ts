import { hash, randomBytes } from 'node:crypto'
import type { EventAuthor } from '@gya/domain/features/events/event-author.ts'
import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import { canonicalJson } from '@gya/domain/features/record/canonical-json.ts'

/** The hashed form of an entry. `at` has six decimal places and is in UTC. */
export type SealedEntry = {
  at: string
  id: string
  kind: string
  property: string | null
  user: string | null
  via: string
  viaId: string | null
}

const sha256 = (...parts: readonly (Uint8Array | string)[]): Buffer =>
  hash('sha256', Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))), 'buffer')

export const newSalt = (): Buffer => randomBytes(16)

/** The parts of an entry that an erasure can replace. `author`: `null` for changes by rule and for entries from before it was recorded. */
export type EntryContent = { data: EventData; author: EventAuthor | null }

/**
 * "`data_digest = SHA-256(salt ‖ canonical(data))`, salt 16 random bytes." The author follows on a line of its own; canonical JSON contains
 * no line break.
 */
export const digestOf = (salt: Uint8Array, { data, author }: EntryContent): Buffer =>
  sha256(salt, canonicalJson(data), author === null ? '' : `\n${canonicalJson(author)}`)

/** "`leaf = SHA-256("gya-record-1\n" ‖ canonical({ at, company, data: hex, id, kind, position, property, user, via, viaId }))`." */
export const leafOf = (company: string, position: number, entry: SealedEntry, digest: Buffer): Buffer =>
  sha256('gya-record-1\n', canonicalJson({ ...entry, company, position, data: digest.toString('hex') }))

/** "`hash(n) = SHA-256(hash(n−1) ‖ leaf(n))`." */
export const chainedHash = (previous: Uint8Array, leaf: Uint8Array): Buffer => sha256(previous, leaf)

/** "`hash(0) = SHA-256("gya-record-1 " ‖ companyId)`." */
export const firstHash = (companyId: string): Buffer => sha256(`gya-record-1 ${companyId}`)

/** "The SHA-256 over the sorted (position, digest) lines" of the amendments of an erasure. */
export const amendedDigest = (amendments: readonly { position: number; digest: Buffer }[]): string =>
  sha256(
    amendments
      .toSorted((a, b) => a.position - b.position)
      .map(({ position, digest }) => `${position} ${digest.toString('hex')}\n`)
      .join(''),
  ).toString('hex')
