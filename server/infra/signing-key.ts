import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Whether a text is an Ed25519 private key, PKCS8 in base64. */
export function isSigningKey(text: string): boolean {
  try {
    return createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' }).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

const newSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')

/** Reads the key from a file that only its owner can read. Creates it if it is missing; concurrent processes get the same key. */
export async function readOrCreateSigningKey(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${newSigningKey()}\n`, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(path, 'utf8')).trim()
}
