import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import type { Instant } from '@gya/domain/common/dates.ts'

/**
 * Checkpoints as signed notes: "lines `<host>/record/<companyId>`, position, base64 hash, `at <instant>`, an empty line, `— <host>
 * <base64(key id ‖ Ed25519 signature)>`." [trust §1.2](docs/design/trust.md#1.2), rule 6. The form of C2SP signed-note: what is signed is
 * the text up to and with the line end before the empty line.
 */
export type Checkpoint = { host: string; companyId: string; position: number; hash: Buffer; at: Instant }

export type NoteSignature = { keyId: string; signature: Buffer }

export type SignedNote = Checkpoint & { signatures: NoteSignature[] }

/** A signing key of this installation. `id` is derived from host and public key. */
export type SigningKey = { id: string; publicKey: Buffer; privateKey: KeyObject }

const signedText = ({ host, companyId, position, hash: chained, at }: Checkpoint): string =>
  `${host}/record/${companyId}\n${position}\n${chained.toString('base64')}\nat ${at}\n`

/** "SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key)", its first four bytes (C2SP signed-note, Ed25519). */
export const keyIdOf = (host: string, publicKey: Buffer): string =>
  hash('sha256', Buffer.concat([Buffer.from(`${host}\n\u0001`), publicKey]), 'buffer').toString('hex', 0, 4)

/** The 32 bytes of an Ed25519 public key: the end of its SPKI form. */
const rawPublicKey = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' }).subarray(-32)

const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

export const publicKeyObject = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([spkiPrefix, raw]), format: 'der', type: 'spki' })

/** Parses an Ed25519 key in PKCS8, base64. Throws if it is invalid. */
export function signingKeyOf(host: string, pkcs8: string): SigningKey {
  const privateKey = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' })
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key')
  const publicKey = rawPublicKey(createPublicKey(privateKey))
  return { id: keyIdOf(host, publicKey), publicKey, privateKey }
}

/** Signs a checkpoint with each key. */
export function signNote(checkpoint: Checkpoint, keys: readonly SigningKey[]): string {
  const text = Buffer.from(signedText(checkpoint))
  const signatures = keys.map(({ id, privateKey }) => ({ keyId: id, signature: sign(null, text, privateKey) }))
  return noteText({ ...checkpoint, signatures })
}

/** Formats a note for sending and storing. */
export function noteText({ signatures, ...checkpoint }: SignedNote): string {
  const lines = signatures.map(
    ({ keyId, signature }) =>
      `— ${checkpoint.host} ${Buffer.concat([Buffer.from(keyId, 'hex'), signature]).toString('base64')}\n`,
  )
  return `${signedText(checkpoint)}\n${lines.join('')}`
}

export const isSignedBy = (note: SignedNote, publicKey: Uint8Array, signature: Buffer): boolean =>
  verify(null, Buffer.from(signedText(note)), publicKeyObject(publicKey), signature)

const noteForm =
  /([^\s/]{1,255})\/record\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\s{1,9}(\d{1,15})\s{1,9}([A-Za-z0-9+/]{43}=)\s{1,9}at\s{1,9}([0-9T:.-]{19,26}Z)(?![^\s])/
const signatureForm = /[—–-]\s{1,9}\S{1,255}\s{1,9}([A-Za-z0-9+/]{91}=)/g

/** "A pasted checkpoint with other line ends or mail quoting: read all the same." Returns `null` if the text contains none. */
export function readNote(text: string): SignedNote | null {
  const plain = text.replaceAll(/^[>|\t ]+/gm, '').replaceAll('\r', '')
  const found = noteForm.exec(plain)
  if (!found) return null
  const [all, host = '', companyId = '', position = '', chained = '', at = ''] = found
  const signatures = [...plain.slice(found.index + all.length).matchAll(signatureForm)].map(([, encoded = '']) => {
    const bytes = Buffer.from(encoded, 'base64')
    return { keyId: bytes.toString('hex', 0, 4), signature: bytes.subarray(4) }
  })
  return { host, companyId, position: Number(position), hash: Buffer.from(chained, 'base64'), at, signatures }
}
