/**
 * Generates `server/features/users/common-passwords.bin`, a list of common passwords, from the package
 * @zxcvbn-ts/language-common (MIT):
 *
 *   node scripts/run.mjs scripts/generate-common-passwords.ts
 *
 * Passwords are normalised like in a lookup. The file contains the first 5 bytes of each SHA-256, sorted.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minKnownLength, normaliseKnownPassword } from '@gya/domain/common/guessable-password.ts'
import { dictionary } from '@zxcvbn-ts/language-common'
import { entryBytes, entryOf } from '../server/features/users/common-passwords.ts'

const passwords = dictionary['passwords-common'].map(String)
const folded = new Set(passwords.map(normaliseKnownPassword).filter((word) => word.length >= minKnownLength))
const entries = [...new Set([...folded].map((word) => entryOf(word).toString('hex')))].toSorted()
const target = join(import.meta.dirname, '../server/features/users/common-passwords.bin')
writeFileSync(target, Buffer.from(entries.join(''), 'hex'))
console.log(`${entries.length} of ${passwords.length} passwords, ${entries.length * entryBytes} bytes.`)
