import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readOperations } from '@gya/domain/features/operations/operations.contract.ts'
import type { ReactNode } from 'react'
import './operations.css'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { Tag } from '../../ui/tag.tsx'

type Operations = Wire<typeof readOperations, 'response'>

const Stat = ({ label, small, children }: { label: string; small?: boolean; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className={small ? 'in-text' : undefined}>{children ?? <Skeleton width={56} />}</dd>
  </div>
)

/** Highlighted unless 0. */
const Failed = ({ count }: { count: number }) => (count === 0 ? <>0</> : <Tag tone="red">{count}</Tag>)

export const OperationsSummary = ({ now }: { now: Operations | undefined }) => (
  <dl className="operations">
    <Stat label="Failed jobs">{now && <Failed count={now.jobs.failed ?? 0} />}</Stat>
    <Stat label="Failed e-mails">{now && <Failed count={now.mail.failed ?? 0} />}</Stat>
    <Stat label="Jobs waiting">{now && (now.jobs.waiting ?? 0) + (now.jobs.running ?? 0)}</Stat>
    <Stat label="E-mails waiting">{now && (now.mail.queued ?? 0)}</Stat>
    <Stat label="Deleted">
      {now && (
        <Link to="/gya/deleted" aria-label={`${now.deleted} deleted in the last 30 days`}>
          {now.deleted}
        </Link>
      )}
    </Stat>
    <Stat label="Version" small>
      {now?.version}
    </Stat>
    <Stat label="Running since" small>
      {now && <span className="tnum">{showDateTime(now.startedOn)}</span>}
    </Stat>
    <Stat label="Database" small>
      {now?.schema}
    </Stat>
  </dl>
)
