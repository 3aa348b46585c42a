import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { listConversations } from '@gya/domain/features/conversations/conversations.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { ShortConversations } from '../common/short-conversations.tsx'

/** "Last 5 conversations" of a sale. [day §8](docs/design/day.md#8). */
const shownConversations = 5

export function SaleConversations({ params: { companyId, propertyId } }: { params: PropertyParams }) {
  const query = { propertyId, itemsPerPage: String(shownConversations), currentPage: '0' }
  const { data, error, refetch } = useCall(listConversations, { params: { companyId }, query })
  if (!data)
    return error ? (
      <ErrorState title="The conversations could not be read." onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    ) : (
      <SkeletonLines lines={3} />
    )
  if (data.data.length === 0) return <p className="mut">None yet.</p>
  return <ShortConversations conversations={data.data} />
}
