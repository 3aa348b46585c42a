import type { CellTone, StepCell } from '@gya/domain/features/report/step-cell.ts'
import { IconAlertTriangle, IconBan, IconCalendarQuestion, IconHourglass } from '@tabler/icons-react'
import { Icon } from '../../ui/icon.tsx'

/** Text for screen readers: the visible text and its meaning. */
export const stepCellName = ({ text, title }: StepCell): string => (title.includes(text) ? title : `${text}, ${title}`)

const toneIcons: Partial<Record<CellTone, typeof IconBan>> = { over: IconAlertTriangle, amber: IconHourglass }

export const StepCellView = ({ cell }: { cell: StepCell }) => {
  if (cell.tone === 'empty') return <span className="vh">{cell.title}</span>
  const icon = cell.blocked ? IconBan : cell.assumed ? IconCalendarQuestion : (toneIcons[cell.tone] ?? null)
  const date = /^(\d\d)(-\w{3})$/.exec(cell.text)
  return (
    <span title={cell.title}>
      {icon && <Icon of={icon} size={14} />}
      {date ? (
        <>
          <span className="d">{date[1]}</span>
          {date[2]}
        </>
      ) : (
        cell.text
      )}
      {icon && <span className="vh">{cell.title}</span>}
    </span>
  )
}
