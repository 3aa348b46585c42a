import { type CustomerStateName, checksWords } from '@gya/domain/features/customer-checks/customer-states.ts'
import { IconAlertTriangle, IconBan, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { Tag } from '../../ui/tag.tsx'

const looks = {
  open: { tone: 'amber', icon: IconCircleDashed },
  'to-decide': { tone: 'red', icon: IconAlertTriangle },
  refused: { tone: 'red', icon: IconBan },
  ready: { tone: 'good', icon: IconCircleCheck },
} as const

type Props = { state: CustomerStateName; until?: string | null | undefined }

/** "Ready until 12/10/2027", "Open", "Waits for a decision". */
export const CustomerState = ({ state, until }: Props) => <Tag {...looks[state]}>{checksWords({ state, until })}</Tag>
