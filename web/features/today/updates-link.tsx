import { readUpdateCounts } from '@gya/domain/features/vendor-updates/vendor-updates.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { LinkButton } from '../../ui/button.tsx'
import type { TodayParams } from './today-params.ts'

/** Link to the update run of the same person or branch, with the number of due vendors. */
export function UpdatesLink({ companyId, params: { who, branchId } }: { companyId: string; params: TodayParams }) {
  const to = useScopedPath()
  const isTable = who === 'people'
  const query = { who, ...(branchId === undefined ? {} : { branchIds: branchId }) }
  const { data } = useCall(readUpdateCounts, { params: { companyId }, query: isTable ? {} : query }, { enabled: !isTable })
  const search = isTable ? {} : { who, ...(branchId === undefined ? {} : { branches: branchId }) }
  return (
    <LinkButton size="s" to={to('/updates', {}, search)}>
      Updates{data ? <b>{` ${data.due}`}</b> : ''}
    </LinkButton>
  )
}
