import { createHash, randomBytes } from 'node:crypto'
import { canonicalJson } from '@gya/domain/features/record/canonical-json.ts'

/** The proof of a check in the record: [sale-file §2.2.11](docs/design/sale-file.md#2.2.11). */

export const newCheckSalt = (): Buffer => randomBytes(16)

/** "`SHA-256(salt ‖ JCS(row))`", of the row without what a strike changes. */
export const checkDigest = ({ row, salt }: { row: object; salt: Uint8Array }): string =>
  createHash('sha256').update(salt).update(canonicalJson(row)).digest('hex')

/** "The SHA-256 over the sorted digests it removed." */
export const deletedDigest = (digests: readonly string[]): string =>
  createHash('sha256').update(digests.toSorted().join('\n')).digest('hex')
