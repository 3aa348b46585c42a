import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

type RegistrationOptions = { challenge: string; rp: { id: string }; user: { id: string } }
type QuestionOptions = { challenge: string; rpId: string }

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64Url = (data: string | Buffer): string => Buffer.from(data).toString('base64url')

/** CBOR of what an authenticator sends: small integers, byte strings, texts and maps. */
const head = (major: number, n: number): Buffer => {
  if (n < 24) return Buffer.of((major << 5) | n)
  return n < 256 ? Buffer.of((major << 5) | 24, n) : Buffer.of((major << 5) | 25, n >> 8, n & 0xff)
}
type Cbor = number | string | Buffer | [Cbor, Cbor][]
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.length), ...value.flatMap(([key, part]) => [cbor(key), cbor(part)])])
}

const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

/** An authenticator with one ES256 passkey. `counter` and `origin` can be set, to simulate a clone or another site. */
export class SoftwareAuthenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly id = base64Url(randomBytes(32))
  counter = 0
  origin: string
  #userHandle = base64Url('nobody')

  constructor(origin: string) {
    this.origin = origin
  }

  #clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))

  #authenticatorData(rpId: string, flags: number, rest: Buffer = Buffer.alloc(0)): Buffer {
    this.counter += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counter, rest])
  }

  register({ challenge, rp, user }: RegistrationOptions) {
    this.#userHandle = user.id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = cbor([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const id = Buffer.from(this.id, 'base64url')
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key])
    const data = this.#authenticatorData(rp.id, userPresent | userVerified | hasCredential, credential)
    const attestation = cbor([
      ['fmt', 'none'],
      ['attStmt', []],
      ['authData', data],
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: base64Url(this.#clientData('webauthn.create', challenge)),
        attestationObject: base64Url(attestation),
        transports: ['internal'],
      },
    }
  }

  sign({ challenge, rpId }: QuestionOptions) {
    const clientData = this.#clientData('webauthn.get', challenge)
    const data = this.#authenticatorData(rpId, userPresent | userVerified)
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(clientData)]))
      .sign(this.#keys.privateKey)
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: base64Url(clientData),
        authenticatorData: base64Url(data),
        signature: base64Url(signature),
        userHandle: this.#userHandle,
      },
    }
  }
}
