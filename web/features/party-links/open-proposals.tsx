import './party-links.css'
import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import { listProposals } from '@gya/domain/features/party-links/party-links.contract.ts'
import { proposerWords } from '@gya/domain/features/party-links/party-links.model.ts'
import { IconMessage } from '@tabler/icons-react'
import { useCall } from '../../lib/api/use-call.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'

type Props = { params: PropertyParams; property: { offers: readonly { state: string }[] } }

/** "3 proposals of the buyer’s solicitor, the oldest of 26/11 · Decide": the open proposals of a sale in one line. Nothing without any. */
export function OpenProposals({ params, property }: Props) {
  const to = useScopedPath()
  const isSold = property.offers.some(({ state }) => state === 'A')
  const { data } = useCall(listProposals, { params }, { enabled: useMay('proposal.decide') && isSold })
  const open = (data?.data ?? []).filter(({ state }) => state === 'open')
  const oldest = open.at(-1)
  if (!oldest) return null
  const parties = [...new Set(open.map(({ party, name }) => (party === 'staff' ? name : proposerWords[party])))]
  const day = showDate(londonDay(oldest.createdOn)).slice(0, 5)
  return (
    <p className="open-proposals">
      <Icon of={IconMessage} size={14} />
      <b>{showCount(open.length, 'proposal')}</b>
      <span>
        of {parties.join(' and ')}
        {open.length > 1 && `, the oldest of ${day}`}
      </span>
      <Link className="link" to={to('/branch/proposals', {}, { id: oldest._id })}>
        Decide
      </Link>
    </p>
  )
}
