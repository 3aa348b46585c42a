import { showDate } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import { saleRoleLabels } from '@gya/domain/features/property-contacts/parties.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { PhaseBadge } from '../common/phase-badge.tsx'
import { ItemWords } from './item-words.tsx'
import type { PartySale } from './use-conversation.ts'

const exchangeText = ({ expectedExchange, completionDate }: PartySale): string => {
  if (completionDate) return `Completes ${showDate(completionDate)}`
  return expectedExchange ? `Exchange expected ${showDate(expectedExchange)}` : 'No expected exchange'
}

function SaleRow({ sale }: { sale: PartySale }) {
  const to = useScopedPath()
  const { address, branchId, propertyId, phase, roles, actionItems, fee, progressor } = sale
  return (
    <li>
      <div>
        <Link className="link" to={to('/property/timeline', { branch: branchId, property: propertyId })}>
          {address.line1}
        </Link>{' '}
        <span className="mut">{address.postcode}</span> <PhaseBadge phase={phase} />
        <p className="mut">{roles.map((role) => saleRoleLabels[role]).join(', ')}</p>
      </div>
      <div>
        {actionItems.length === 0 && <span className="mut">Nothing to take up</span>}
        {actionItems.map((item) => (
          <p key={item.key}>
            <ItemWords item={item} />
          </p>
        ))}
      </div>
      <div>
        <p>{exchangeText(sale)}</p>
        <p className="mut">
          {[fee === null ? '' : `Fee ${showPounds(fee)}`, progressor?.name ?? 'Nobody’s'].filter(Boolean).join(', ')}
        </p>
      </div>
    </li>
  )
}

/** The sales in which a party has a role. */
export const PartySales = ({ sales }: { sales: readonly PartySale[] }) =>
  sales.length === 0 ? (
    <EmptyState title="No sales.">This party has no role in a sale that you can see.</EmptyState>
  ) : (
    <ul className="party-sales panel">
      {sales.map((sale) => (
        <SaleRow key={sale.propertyId} sale={sale} />
      ))}
    </ul>
  )
