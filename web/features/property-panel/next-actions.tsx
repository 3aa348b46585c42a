import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { describeItem } from '@gya/domain/features/today/describe-item.ts'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { Icon } from '../../ui/icon.tsx'
import { useSaleItems } from '../common/use-sale-items.ts'
import { PanelSection } from './property-panel.tsx'

/** The current action items of the sale, most urgent first; renders nothing if there are none. */
export function NextActions({ params }: { params: PropertyParams }) {
  const { items, today } = useSaleItems(params)
  if (today === undefined || items.length === 0) return null
  return (
    <PanelSection title="Next">
      <ul className="panel-items">
        {items.slice(0, 5).map((item) => {
          const { what, when, urgency } = describeItem(item, today)
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
