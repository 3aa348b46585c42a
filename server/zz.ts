import { readFileSync } from 'node:fs'
import { openImportFile } from './features/imports/files/open-import-file.ts'
import { recogniseColumns, recogniseKind } from '@gya/domain/features/imports/recognise-columns.ts'
import { findFurtherKind } from '@gya/domain/features/imports/find-further-kind.ts'
import { readRow } from '@gya/domain/features/imports/read-row.ts'
import { readSale } from '@gya/domain/features/imports/imported-sale.ts'
const today = '2026-11-29'
const { head, rows } = await openImportFile(process.argv[2] ?? '')
const names = head.columns.map((c) => c.name)
const samples = Object.fromEntries(head.columns.map((c) => [c.name, c.samples]))
const kind = recogniseKind(names, samples)
console.log(head.format, head.rowCount, kind, head.notices)
if (kind) {
const mapping = recogniseColumns(kind, names, samples)
const also = findFurtherKind({ columnNames: names, samples, mapping, others: [] })
console.log(Object.entries(mapping).map(([a, b]) => `${a}=${b}`).join('; '))
console.log('ALSO', also?.kind, also?.columns.length)
const uses: [typeof kind, Record<string, string | null>][] = [[kind, mapping]]
if (also && kind==='property') uses.push([also.kind, recogniseColumns(also.kind, [also.reference, ...also.columns], samples)])
for (const [k, m] of uses) {
  if (k !== kind) console.log(Object.entries(m).map(([a, b]) => `${a}=${b}`).join('; '))
  let err = 0, emp = 0
  for (const row of rows()) {
    const raw = Object.fromEntries(names.map((n, i) => [n, row.cells[i] ?? '']))
    const r = readRow(k, m, {}, raw, { today })
    const s = k === 'sale' ? readSale(r.values as never, today) : null
    const all = [...row.issues, ...r.issues, ...(s?.issues ?? [])]
    if (all.some((i) => i.level === 'error')) err++
    emp += all.filter((i) => i.level === 'empty').length
    if (process.argv[3]) console.log(row.rowNo, all.map((i) => `${i.level} ${i.column}: ${i.message}`).join(' | '))
  }
  console.log(k, 'error rows', err, 'emptied', emp)
}
}
