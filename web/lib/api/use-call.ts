import type { Endpoint, Wire } from '@gya/domain/endpoint.ts'
import { keepPreviousData, queryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Paging } from '../../ui/table/pager.tsx'
import { apiUrl } from './api-url.ts'
import { type ApiError, type CallInput, callApi } from './call-api.ts'
import { takeReadAnswer } from './early-answers.ts'
import { cacheResponse } from './response-cache.ts'

/** The response of the early request, if it has arrived: the page is then rendered once, without placeholders. */
function readEarly<E extends Endpoint>(call: E, input: Omit<CallInput<E>, 'signal'>): Wire<E, 'response'> | undefined {
  const url = apiUrl(call, input as { params?: object; query?: object })
  const read = takeReadAnswer(url)
  if (read) cacheResponse(url, read.tag, read.body)
  return read?.body as Wire<E, 'response'> | undefined
}

/** Query of a GET call. Its key is the path of the call and the input. */
export const callOptions = <E extends Endpoint>(call: E, input: Omit<CallInput<E>, 'signal'>) =>
  queryOptions<Wire<E, 'response'>, ApiError>({
    queryKey: [call.path, input],
    meta: { liveFor: call.liveFor },
    initialData: () => readEarly(call, input),
    queryFn: ({ signal }) => callApi(call, { ...input, signal } as CallInput<E>),
  })

/** Queries a GET call. `keep`: shows the previous response as placeholder while another page or filter loads. `every`: refetch interval in milliseconds. `once`: asked once in a session. */
export const useCall = <E extends Endpoint>(
  call: E,
  input: Omit<CallInput<E>, 'signal'>,
  { keep = false, enabled = true, every, once }: { keep?: boolean; enabled?: boolean; every?: number; once?: boolean } = {},
): UseQueryResult<Wire<E, 'response'>, ApiError> =>
  useQuery({
    ...callOptions(call, input),
    enabled,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    ...(every ? { refetchInterval: every } : {}),
    ...(once ? { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } : {}),
  })

/** Stores the response of a save as the response of a query, so that the next page shows it at once. */
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
