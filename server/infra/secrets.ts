import { createHash, randomBytes, randomInt } from 'node:crypto'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { concurrencyLimit } from './concurrency-limit.ts'

/** A session or link token: 256 random bits. Only its SHA-256 is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

// argon2id, 19 MiB, two passes, one lane (OWASP minimum).
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const limit = concurrencyLimit(2)

/** Maximum number of queued hashes, a few seconds of work. With a longer queue, users would give up waiting at the sign-in page. */
const maxWaiting = 150

/**
 * Runs at most two password hashes concurrently: each takes 19 MiB and a core, and a flood of sign-ins must not block
 * other requests. Throws TOO_MANY_REQUESTS if the queue is full.
 */
async function limitHashing<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= maxWaiting) throw new DomainError('TOO_MANY_REQUESTS', { details: { retryAfter: '5' } })
  return limit(work)
}

export const hashPassword = (password: string): Promise<string> => limitHashing(() => hash(password, cost))
export const verifyPassword = (stored: string, password: string): Promise<boolean> => limitHashing(() => verify(stored, password))

/** The same hash as for passwords, for secrets that people type and that are looked up by account and salt. */
export const hashWithSalt = (secret: Buffer, salt: Buffer): Promise<Buffer> =>
  limitHashing(() => hashRaw(secret, { ...cost, salt }))

let cachedDummyHash: Promise<string> | undefined
/** A hash that matches no password: verified for unknown accounts, so that the response takes equally long. */
export function dummyHash(): Promise<string> {
  cachedDummyHash ??= hashPassword(newToken()).catch((error: unknown) => {
    cachedDummyHash = undefined
    throw error
  })
  return cachedDummyHash
}

const lower = 'abcdefghijkmnpqrstuvwxyz'
const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = '23456789'
const special = '!#%+=?@'
const pick = (from: string): string => from.charAt(randomInt(from.length))

/** A password that satisfies the password rule and can be read aloud: no 0/O or 1/l/I. */
export const temporaryPassword = (): string => {
  const letters = Array.from({ length: 10 }, () => pick(lower + upper)).join('')
  return `${pick(upper)}${letters}${pick(lower)}${pick(digits)}${pick(digits)}${pick(special)}`
}
