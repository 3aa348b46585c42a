import type { ActionItemGroup } from '@gya/domain/features/today/action-item.model.ts'
import {
  IconAlertTriangle,
  IconBan,
  IconCalendarDue,
  IconCheckbox,
  IconClock,
  IconEarOff,
  IconHourglass,
  IconMail,
  IconMailQuestion,
  IconPhoneIncoming,
  IconSparkles,
  IconTruck,
} from '@tabler/icons-react'
import type { IconComponent } from '../../ui/icon.tsx'
import type { TodayItem } from './today-rows.ts'

type Sign = { icon: IconComponent; tone: 'red' | 'amb' | 'acc' | 'gry' | 'grn' }

export const groupSigns: Record<ActionItemGroup, Sign> = {
  overdue: { icon: IconAlertTriangle, tone: 'red' },
  due: { icon: IconClock, tone: 'acc' },
  promised: { icon: IconPhoneIncoming, tone: 'amb' },
  mail: { icon: IconMail, tone: 'acc' },
  proposals: { icon: IconMailQuestion, tone: 'amb' },
  tasks: { icon: IconCheckbox, tone: 'acc' },
  silence: { icon: IconEarOff, tone: 'gry' },
  expiring: { icon: IconHourglass, tone: 'red' },
  moves: { icon: IconTruck, tone: 'grn' },
  new: { icon: IconSparkles, tone: 'acc' },
}

export const signOf = ({ group, kind, blocked }: TodayItem): Sign => {
  if (blocked) return { icon: IconBan, tone: 'red' }
  if (kind === 'exchange') return { icon: IconCalendarDue, tone: 'red' }
  return groupSigns[group]
}
