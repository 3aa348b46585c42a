import { createHash } from 'node:crypto'
import { mappingFingerprintText } from '@gya/domain/features/imports/recognise-columns.ts'

/** SHA-256 of the sorted, folded column names: a mapping is offered again for the same set of columns in any order. */
export const mappingFingerprint = (columnNames: readonly string[]): string =>
  createHash('sha256').update(mappingFingerprintText(columnNames)).digest('hex')
