import type { Endpoint, Wire } from '@gya/domain/endpoint.ts'
import { keepPreviousData, queryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Paging } from '../../ui/table/pager.tsx'
import { type ApiError, type CallInput, callApi } from './call-api.ts'

/** A read as a query: its key is the call's path and what it was asked. */
export const callOptions = <E extends Endpoint>(call: E, input: Omit<CallInput<E>, 'signal'>) =>
  queryOptions<Wire<E, 'response'>, ApiError>({
    queryKey: [call.path, input],
    queryFn: ({ signal }) => callApi(call, { ...input, signal } as CallInput<E>),
  })

/** Reads by a call. `keep` shows the old answer, marked as placeholder, while the next page or filter loads; `every`: again after so many milliseconds. */
export const useCall = <E extends Endpoint>(
  call: E,
  input: Omit<CallInput<E>, 'signal'>,
  { keep = false, enabled = true, every }: { keep?: boolean; enabled?: boolean; every?: number } = {},
): UseQueryResult<Wire<E, 'response'>, ApiError> =>
  useQuery({
    ...callOptions(call, input),
    enabled,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    ...(every ? { refetchInterval: every } : {}),
  })

/** Puts what a save answered in the place of what a read answered before it, so that the next page shows it at once. */
export function useCacheAnswer() {
  const queries = useQueryClient()
  return <E extends Endpoint>(call: E, input: Omit<CallInput<E>, 'signal'>, answer: Wire<E, 'response'>): void => {
    queries.setQueryData(callOptions(call, input).queryKey, answer)
  }
}

/** The props of a PagedTable that shows a paged list. */
export const pagedTableProps = <Row>(list: UseQueryResult<{ data: readonly Row[]; paging: Paging }, ApiError>) => ({
  rows: list.data?.data,
  paging: list.data?.paging,
  busy: list.isPlaceholderData,
  error: list.data ? undefined : list.error?.message,
  onRetry: () => void list.refetch(),
})
