import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

/** The row and column of a secret: authenticated, so that a value moved to another row cannot be decrypted. */
export type SecretPlace = { table: string; column: string; companyId: string | null; row: string }

/** Encrypts secrets that must be read again ([trust §1.3](docs/design/trust.md#1.3)); passwords and tokens are hashed instead. */
export type SecretBox = {
  encrypt(secret: Buffer, place: SecretPlace): Buffer
  /** Throws if no key fits, or if the value belongs to another row or column. */
  decrypt(stored: Buffer, place: SecretPlace): Buffer
  /** HMAC that compares equal texts without storing them; differs after a change of the key. */
  digest(text: string): Buffer
}

const format = 1
const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32

const associatedData = ({ table, column, companyId, row }: SecretPlace): Buffer =>
  Buffer.from(JSON.stringify([table, column, companyId, row]))

/**
 * AES-256-GCM. A stored value is a format byte, nonce, tag and ciphertext. `oldKey` still decrypts while SECRET_KEY is being
 * replaced.
 */
export function secretBox(key: Buffer, oldKey?: Buffer): SecretBox {
  return {
    encrypt(secret, place) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associatedData(place))
      const text = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), text])
    },
    decrypt(stored, place) {
      if (stored[0] !== format) throw new Error('unknown format of an encrypted secret')
      try {
        return decryptWith(key, stored, place)
      } catch (error) {
        if (!oldKey) throw error
        return decryptWith(oldKey, stored, place)
      }
    },
    digest: (text) => createHmac('sha256', key).update(text).digest(),
  }
}

function decryptWith(key: Buffer, stored: Buffer, place: SecretPlace): Buffer {
  const tagStart = 1 + nonceBytes
  const textStart = tagStart + tagBytes
  const decipher = createDecipheriv('aes-256-gcm', key, stored.subarray(1, tagStart))
    .setAAD(associatedData(place))
    .setAuthTag(stored.subarray(tagStart, textStart))
  return Buffer.concat([decipher.update(stored.subarray(textStart)), decipher.final()])
}

/** The key in base64; null unless it is 32 bytes. */
export function parseSecretKey(text: string): Buffer | null {
  const key = Buffer.from(text.trim(), 'base64')
  return key.length === keyBytes ? key : null
}

/** The key in a file that only its owner can read; created with a random key if it does not exist. */
export async function readSecretKeyFile(path: string): Promise<Buffer> {
  try {
    await writeFile(path, `${randomBytes(keyBytes).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = parseSecretKey(await readFile(path, 'utf8'))
  if (!key) throw new Error(`${path} does not contain 32 bytes in base64`)
  return key
}
