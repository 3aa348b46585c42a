import type { DateOnly } from '@gya/domain/common/dates.ts'
import { describeNextStep, describeOpenStep, isDelayed } from '@gya/domain/features/timeline/most-urgent-step.ts'
import { stepDefinition } from '@gya/domain/features/timeline/step-definitions.ts'
import type { NextStep } from '@gya/domain/features/timeline/timeline.schemas.ts'
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react'
import './next-step.css'
import { Icon } from '../../ui/icon.tsx'

const icons = { red: IconAlertTriangle, amber: IconHourglass }

/** "Enquiries answered, overdue by 12 days". */
export const NextStepView = ({ next, today }: { next: NextStep | null; today: DateOnly }) => {
  if (!next) return <span className="vh">Nothing under way</span>
  const title = stepDefinition(next.key)?.title ?? ''
  const words = describeOpenStep(next, today)
  const colour = isDelayed(next) ? 'red' : next.warning
  return (
    <span className={`next-step ${colour ?? ''}`} title={describeNextStep(next, today)}>
      <b>{title}</b>
      <small>
        {colour && <Icon of={icons[colour]} size={12} />}
        {words}
      </small>
    </span>
  )
}
