import type { DateOnly } from '@gya/domain/common/dates.ts'
import { showPounds, showPoundsAndPence } from '@gya/domain/common/money.ts'
import { shortAddress } from '@gya/domain/features/report/report.rules.ts'
import { type ReportColumn, reportColumns } from '@gya/domain/features/report/report-columns.ts'
import { stepDefinition } from '@gya/domain/features/timeline/step-definitions.ts'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { Icon } from '../../ui/icon.tsx'
import { stepCellOf, type WireReportRow } from './report-columns.tsx'
import { ReportFlags } from './report-flags.tsx'

const stepColumns = (reportColumns as readonly ReportColumn[]).filter((column) => column.group === 'saleProcess')
const barClasses = { empty: '', na: 'na', over: 'red', amber: 'amb' }
const trackClasses: Partial<Record<string, string>> = { F: 'fin', L: 'leg' }

const barClass = (row: WireReportRow, column: ReportColumn, today: DateOnly): string => {
  const { tone } = stepCellOf(row, column, today)
  const track = trackClasses[column.step === undefined ? '' : (stepDefinition(column.step)?.type ?? '')] ?? 'gry'
  if (tone === 'done') return `${track} d`
  return tone === 'due' ? `${track} ip` : barClasses[tone]
}

export const ReportCard = ({ row, today }: { row: WireReportRow; today: DateOnly }) => {
  const cells = stepColumns.map((column) => ({ column, cell: stepCellOf(row, column, today) }))
  const overdue = cells.filter(({ cell }) => cell.tone === 'over')
  const next = cells.find(({ cell }) => cell.tone === 'due')
  const { stepsComplete, stepsApplicable } = row.timeline.info
  return (
    <>
      <div className="r1">
        <b>{shortAddress(row.address.line1)}</b>
        <span className="mut">{row.address.postcode}</span>
        <span className="spacer" />
        <ReportFlags row={row} words />
      </div>
      <div className="r2">
        <span className="tnum">{row.mi.agreedPrice === null ? 'Not agreed' : showPounds(row.mi.agreedPrice)}</span>
        {row.mi.expectedFee !== null && <span className="mut tnum">fee {showPoundsAndPence(row.mi.expectedFee)}</span>}
        <span className="spacer" />
        <span className="mut tnum">
          {stepsComplete} of {stepsApplicable} steps
        </span>
      </div>
      <span className="steps" aria-hidden="true">
        {stepColumns.map((column) => (
          <i key={column.id} className={barClass(row, column, today)} />
        ))}
      </span>
      <div className="r3">
        {overdue.map(({ column, cell }) => (
          <p key={column.id} className="over">
            <Icon of={IconAlertTriangle} size={14} />
            {column.head}, {cell.title.toLowerCase()}
          </p>
        ))}
        {overdue.length === 0 && next && (
          <p>
            <Icon of={IconClock} size={14} />
            {next.column.head}, {next.cell.title.toLowerCase()}
          </p>
        )}
      </div>
    </>
  )
}
