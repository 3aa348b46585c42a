import { parseBlm } from '@gya/domain/features/imports/blm.ts'
import { decodeText } from './decode-text.ts'
import { unreadable } from './import-file-error.ts'
import type { TabularFile } from './tabular-file.ts'

export function readBlm(bytes: Buffer): TabularFile {
  const { encoding, utf8 } = decodeText(bytes)
  const parsed = parseBlm(utf8.toString('utf8'))
  if ('problem' in parsed) throw unreadable(parsed.problem)
  return {
    format: 'blm',
    encoding,
    delimiter: null,
    sheet: null,
    sheets: [],
    header: parsed.columns,
    notices: [],
    rows: () => parsed.records,
  }
}
