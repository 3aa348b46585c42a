import { randomBytes } from 'node:crypto'
import type { Instant } from '@gya/domain/common/dates.ts'
import { ticketMinutes } from '@gya/domain/features/second-factors/second-factors.rules.ts'
import type { Db } from '../../db/pool.ts'

/** WebAuthn. The library is loaded on first use, because loading is slow and most processes need it late or never. */
const webAuthn = () => import('@simplewebauthn/server')

const timeout = ticketMinutes * 60_000
const passkeyType = 'public-key' as const
const userVerification = 'required' as const
/** ES256, RS256, EdDSA. */
const algorithms = [-7, -257, -8]

export type PasskeySite = { rpId: string; origins: string[]; host: string }

/**
 * "RP id is the host of PUBLIC_URL; where that is a loopback address, `http://localhost:PORT` is ours too and `localhost` is the RP id".
 * [trust §4.2](docs/design/trust.md#4.2).
 */
export function passkeySite(publicUrl: string): PasskeySite {
  const { hostname, host, origin, port, protocol } = new URL(publicUrl)
  if (!/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return { rpId: hostname, origins: [origin], host }
  const local = port === '' ? 'localhost' : `localhost:${port}`
  return { rpId: 'localhost', origins: [origin, `${protocol}//${local}`], host: local }
}

export const newChallenge = (): string => randomBytes(32).toString('base64url')

export const listPasskeys = (db: Db, userId: string) =>
  db
    .selectFrom('passkey')
    .select(['id', 'name', 'transports', 'backed_up', 'createdon', 'last_used_on'])
    .where('user_id', '=', userId)
    .orderBy('createdon')
    .orderBy('id')
    .execute()

type Known = { id: string; transports: string[] }
const toDescriptor = ({ id, transports }: Known) => ({ id, type: passkeyType, transports })

/** Options for `navigator.credentials.get`. Without `known` the browser offers all passkeys of this site. */
export const questionOptions = ({ rpId }: PasskeySite, challenge: string, known: readonly Known[]) => ({
  challenge,
  timeout,
  rpId,
  userVerification,
  allowCredentials: known.map(toDescriptor),
})

type Owner = { id: string; email: string; fullName: string }

/** Options for `navigator.credentials.create`. */
export const creationOptions = ({ rpId }: PasskeySite, challenge: string, owner: Owner, known: readonly Known[]) => ({
  challenge,
  timeout,
  rp: { name: 'GYA', id: rpId },
  user: { id: Buffer.from(owner.id).toString('base64url'), name: owner.email, displayName: owner.fullName },
  pubKeyCredParams: algorithms.map((alg) => ({ alg, type: passkeyType })),
  attestation: 'none' as const,
  authenticatorSelection: { residentKey: 'required' as const, requireResidentKey: true as const, userVerification },
  excludeCredentials: known.map(toDescriptor),
})

type Answer = { id: string; rawId: string; type: 'public-key' }
export type PasskeySignature = Answer & {
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | undefined }
}
export type NewPasskey = Answer & {
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined }
}

type Expected = { site: PasskeySite; challenge: string }

/** The verified passkey, to be stored; null if the response is not valid for this site and challenge. */
export async function verifyNewPasskey(passkey: NewPasskey, { site, challenge }: Expected) {
  const { verifyRegistrationResponse } = await webAuthn()
  const { clientDataJSON, attestationObject } = passkey.response
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origins,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!registrationInfo) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      id,
      public_key: Buffer.from(publicKey),
      counter,
      transports: passkey.response.transports ?? [],
      backed_up: registrationInfo.credentialBackedUp,
    }
  } catch {
    return null
  }
}

export type PasskeyRefusal = 'unknown-passkey' | 'counter' | 'wrong-passkey'

export type PasskeyCheck =
  | { userId: string; id: string; counter: number; backedUp: boolean }
  | { refused: PasskeyRefusal; userId: string | null }

/** Checks a signature against the stored passkey. */
export async function verifyPasskey(db: Db, passkey: PasskeySignature, { site, challenge }: Expected): Promise<PasskeyCheck> {
  const stored = await db
    .selectFrom('passkey')
    .select(['user_id', 'public_key', 'counter', 'backed_up'])
    .where('id', '=', passkey.id)
    .executeTakeFirst()
  if (!stored) return { refused: 'unknown-passkey', userId: null }
  const { user_id: userId } = stored
  const { userHandle, ...response } = passkey.response
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== userId)
    return { refused: 'wrong-passkey', userId }
  const { verifyAuthenticationResponse } = await webAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...passkey, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origins,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      // The counter is compared below, to distinguish a cloned key from a wrong signature.
      credential: { id: passkey.id, publicKey: Uint8Array.from(stored.public_key), counter: 0 },
    })
    if (!verified) return { refused: 'wrong-passkey', userId }
    const { newCounter, credentialBackedUp } = authenticationInfo
    const isCounting = newCounter > 0 || stored.counter > 0
    // "A counter that goes back is refused … unless the key is backed up (synced keys count 0)".
    if (isCounting && newCounter <= stored.counter && !stored.backed_up) return { refused: 'counter', userId }
    return { userId, id: passkey.id, counter: newCounter, backedUp: credentialBackedUp }
  } catch {
    return { refused: 'wrong-passkey', userId }
  }
}

/** Stores the counter of a passkey. Returns false if a concurrent use has raised it. */
export async function markPasskeyUsed(
  db: Db,
  { id, counter, backedUp }: { id: string; counter: number; backedUp: boolean },
  now: Instant,
): Promise<boolean> {
  const used = await db
    .updateTable('passkey')
    .set({ counter, backed_up: backedUp, last_used_on: now })
    .where('id', '=', id)
    .where((where) => where.or([where('counter', '<', counter), where('counter', '=', 0), where('backed_up', '=', true)]))
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}
