import { parseBlm } from '@gya/domain/features/imports/blm.ts'
import { decodeText } from './decode-text.ts'
import { unreadable } from './import-file-error.ts'
import { importLimits } from './import-limits.ts'
import type { TabularFile } from './tabular-file.ts'

export function readBlm(bytes: Buffer): TabularFile {
  const { encoding, utf8 } = decodeText(bytes)
  const parsed = parseBlm(utf8.toString('utf8'), importLimits.columns)
  if ('problem' in parsed) throw unreadable(parsed.problem)
  return {
    format: 'blm',
    encoding,
    delimiter: null,
    sheet: null,
    sheets: [],
    header: parsed.columns,
    isFrom1904: false,
    notices: [],
    rows: () => parsed.records,
  }
}
