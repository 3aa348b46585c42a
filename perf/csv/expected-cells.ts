import type { Wire } from '@gya/domain/endpoint.ts'
import type { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { setupWarningTexts } from '@gya/domain/features/properties/properties.rules.ts'
import type { readReport } from '@gya/domain/features/report/report.contract.ts'
import { type ReportColumn, reportColumns } from '@gya/domain/features/report/report-columns.ts'
import { stepCell, surveysCell } from '@gya/domain/features/report/step-cell.ts'
import { phaseLabels } from '@gya/domain/features/timeline/phase.ts'

type ListRow = Wire<typeof listCompanyProperties, 'response'>['data'][number]
type ReportRow = Wire<typeof readReport, 'response'>['data'][number]

/** Text as in the spreadsheet: formulas are escaped with an apostrophe. */
export const escapeFormula = (text: string): string => (/^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text)

const textCell = (words: string): SheetCell => (words === '' ? null : escapeFormula(words))
const dayCell = (date: string | null): SheetCell => (date === null ? null : { day: date })
const chains = ['No chain', 'Completed chain', 'Incomplete chain', 'Unknown']

/** The cells of Properties.csv from an API response. */
export const listCells = (row: ListRow, level: 'company' | 'branch'): SheetCell[] => [
  textCell(`${row.address.line1}, ${row.address.postcode}`),
  textCell(phaseLabels[row.phase]),
  ...(level === 'company' ? [textCell(row.branch.name)] : []),
  textCell(chains[row.mi.chain] ?? ''),
  row.viewings.length,
  row.offers.length,
  row.mi.currentAskingPrice,
  dayCell(row.takeOn),
  row.owner.lastLogin ? 'Yes' : 'No',
  dayCell(row.mi.noticeEnd),
  row.warnings,
  textCell(row.setupWarnings.map((warning) => setupWarningTexts[warning]).join(' ')),
]

/** The cells of Workflow.csv from an API response. */
export const reportCells = (row: ReportRow, today: string): SheetCell[] =>
  (reportColumns as readonly ReportColumn[]).map((column) => reportCellOf(row, column, today))

function reportCellOf({ mi, address, timeline }: ReportRow, { id, step: key }: ReportColumn, today: string): SheetCell {
  const step = timeline.data.find((one) => one.key === key)
  if (step?.state === 'C') return dayCell(step.completedOn)
  if (key !== undefined) return toneText(stepCell(step, today))
  const plain: Record<string, SheetCell> = {
    offerAccepted: dayCell(mi.offerAccepted),
    address: textCell(`${address.line1}, ${address.postcode}`),
    contractEnd: dayCell(mi.cSignedEndDate),
    askingPrice: mi.currentAskingPrice,
    agreedPrice: mi.agreedPrice,
    feePercent: mi.agencyFeePercent,
    expectedFee: mi.expectedFee,
  }
  return id in plain ? (plain[id] ?? null) : toneText(surveysCell(timeline, today))
}

const toneText = ({ tone, title }: { tone: string; title: string }): SheetCell => (tone === 'empty' ? null : title)

/** A cell as a spreadsheet program reads it. */
export type SheetCell = string | number | { day: string } | null
export type Sheet = { rows: SheetCell[][]; formulas: string[] }

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decodeXml = (xml: string): string =>
  xml
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_all, count: string | undefined) => ' '.repeat(Number(count ?? 1)))
    .replace(/<text:tab\/>/g, '\t')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex: string, number: string, name: string) => {
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
      return number ? String.fromCodePoint(Number(number)) : (entities[name] ?? all)
    })

const attribute = (attributes: string, name: string): string | undefined => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1]

function cellOf(attributes: string, content: string): SheetCell {
  const type = attribute(attributes, 'office:value-type')
  if (type === undefined) return null
  if (type === 'date') return { day: attribute(attributes, 'office:date-value') ?? '' }
  if (type !== 'string') return Number(attribute(attributes, 'office:value'))
  return [...content.matchAll(/<text:p[^>]*?(?:\/>|>([\s\S]*?)<\/text:p>)/g)].map((match) => decodeXml(match[1] ?? '')).join('\n')
}

/** Reads the first sheet of a Flat OpenDocument spreadsheet as written by LibreOffice, limited to `columns`. */
export function readSheet(xml: string, columns: number): Sheet {
  const [sheet = ''] = /<table:table [\s\S]*?<\/table:table>/.exec(xml) ?? []
  const rows = [...sheet.matchAll(/<table:table-row[^>]*>([\s\S]*?)<\/table:table-row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<table:(?:covered-)?table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:(?:covered-)?table-cell>)/g)]
      .flatMap(([, attributes = '', content = '']) =>
        Array.from({ length: Math.min(columns, Number(attribute(attributes, 'table:number-columns-repeated') ?? 1)) }, () =>
          cellOf(attributes, content),
        ),
      )
      .slice(0, columns),
  )
  const formulas = [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula = '']) => decodeXml(formula))
  return { rows: rows.filter((row) => row.some((cell) => cell !== null)), formulas }
}
