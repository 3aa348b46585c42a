import { addressLine } from '@gya/domain/common/address-line.ts'
import { type DateOnly, daysBetween, showDate } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { setupWarningTexts } from '@gya/domain/features/properties/setup-warnings.ts'
import { isDelayed } from '@gya/domain/features/timeline/most-urgent-step.ts'
import { tracks } from '@gya/domain/features/timeline/step-definitions.ts'
import { IconAlertCircle, IconAlertTriangle, IconHourglass } from '@tabler/icons-react'
import { useCall } from '../../lib/api/use-call.ts'
import { today } from '../../lib/today.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { nothingOverdue, setupWarningsTitle, tasksOverdue, warningsTitle } from './properties.messages.ts'
import type { PropertyRow } from './property-list-filters.ts'

type Item = Wire<typeof readProperty, 'response'>['timeline']['data'][number]
type Props = { row: PropertyRow; to: string; onClose: () => void }

const daysSince = (from: DateOnly): string => {
  const count = Math.max(daysBetween(from, today()), 0)
  return count === 1 ? '1 day' : `${count} days`
}

/** "Legal, due 01/11/2025", "Awaiting survey reports, survey 24/10/2025" */
export const overdueText = (item: Item): string => {
  const { type, warningDate, surveyData } = item
  const day = warningDate === null ? '' : showDate(warningDate)
  if (surveyData?.awaitingReports) return `Awaiting survey reports, survey ${day}`
  const track = tracks.find((one) => one.track === type)?.title ?? ''
  return [track, ...(isDelayed(item) ? ['delayed'] : []), `due ${day}`].join(', ')
}

const OverdueStep = ({ item }: { item: Item }) => {
  const awaitsReports = item.surveyData?.awaitingReports === true
  return (
    <li className={awaitsReports ? 'w-amber' : 'w-red'}>
      <Icon of={awaitsReports ? IconHourglass : IconAlertTriangle} size={16} />
      <span>
        {item.title}
        <small>{overdueText(item)}</small>
      </span>
      {item.warningDate !== null && <time dateTime={item.warningDate}>{daysSince(item.warningDate)}</time>}
    </li>
  )
}

const addressOf = ({ address }: PropertyRow): string => addressLine(address)

/** "Warnings modal titled Warning: text The following tasks are overdue., lists items with time elapsed." */
export function WarningsDialog({ row, to, onClose }: Props) {
  const params = { companyId: row.company, branchId: row.branch._id, propertyId: row._id }
  const property = useCall(readProperty, { params })
  const items = property.data?.timeline.data.filter((item) => item.overdue)
  return (
    <Dialog
      open
      onClose={onClose}
      title={warningsTitle}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <LinkButton to={to} variant="primary">
            Go to timeline
          </LinkButton>
        </>
      }
    >
      <p className="mut">{addressOf(row)}</p>
      {property.error && !property.data ? (
        <ErrorState onRetry={() => void property.refetch()}>{property.error.message}</ErrorState>
      ) : items ? (
        <>
          <p>{items.length > 0 ? tasksOverdue : nothingOverdue}</p>
          {items.length > 0 && (
            <ul className="wlist">
              {items.map((item) => (
                <OverdueStep key={item.key} item={item} />
              ))}
            </ul>
          )}
        </>
      ) : (
        <SkeletonLines lines={Math.min(row.warnings + 1, 6)} />
      )}
    </Dialog>
  )
}

/** "Setup warnings modal lists, with time elapsed since creation." */
export const SetupWarningsDialog = ({ row, to, onClose }: Props) => (
  <Dialog
    open
    onClose={onClose}
    title={setupWarningsTitle}
    footer={
      <>
        <Button onClick={onClose}>Close</Button>
        <LinkButton to={to} variant="primary">
          Manage
        </LinkButton>
      </>
    }
  >
    <p className="mut">
      {addressOf(row)}, taken on {showDate(row.takeOn)}
    </p>
    <ul className="wlist">
      {row.setupWarnings.map((warning) => (
        <li key={warning} className="w-amber">
          <Icon of={IconAlertCircle} size={16} />
          <span>{setupWarningTexts[warning]}</span>
          <time dateTime={row.takeOn}>{daysSince(row.takeOn)}</time>
        </li>
      ))}
    </ul>
  </Dialog>
)
