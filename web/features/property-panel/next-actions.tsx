import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { describeItem } from '@gya/domain/features/today/describe-item.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useCall } from '../../lib/api/use-call.ts'
import { Icon } from '../../ui/icon.tsx'
import { PanelSection } from './property-panel.tsx'

/** Maximum length of the search text in the call. */
const maxSearch = 100

/** The current action items of the sale, most urgent first; renders nothing if there are none. */
export function NextActions({ params: { companyId, branchId, propertyId }, line1 }: { params: PropertyParams; line1: string }) {
  const { data } = useCall(readToday, {
    params: { companyId },
    query: { who: 'all', branchIds: branchId, by: 'sale', searchText: line1.slice(0, maxSearch) },
  })
  const items = (data?.groups ?? []).flatMap(({ actionItems }) => actionItems).filter((item) => item.propertyId === propertyId)
  if (!data || items.length === 0) return null
  return (
    <PanelSection title="Next">
      <ul className="panel-items">
        {items.slice(0, 5).map((item) => {
          const { what, when, urgency } = describeItem(item, data.today)
          return (
            <li key={`${item.subjectId} ${item.key}`} className={urgency === 'late' ? 'over' : undefined}>
              <Icon of={urgency === 'late' ? IconAlertTriangle : IconClock} size={14} />
              <span>{what.replace(/,? $/, '')}</span>
              <span className="when">{when}</span>
            </li>
          )
        })}
      </ul>
    </PanelSection>
  )
}
