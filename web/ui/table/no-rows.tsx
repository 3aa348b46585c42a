import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'

type Props = {
  /** The list's search and page, as `useListAddress` gives them. */
  list: { q: string; setTyped: (text: string) => void; setPage: (page: number) => void }
  /** How many rows the list has in all. */
  count: number | undefined
  /** What a search without result says: "No branch is called". */
  notFound: string
  /** The EmptyState of a list that has nothing at all. */
  children: ReactNode
}

/** Why a list shows no rows: a page past the end (an old link), a search that found nothing, or nothing there yet. */
export const NoRows = ({ list, count, notFound, children }: Props) => {
  if (count)
    return (
      <EmptyState title="This page is past the end" actions={<Button onClick={() => list.setPage(0)}>First page</Button>}>
        The list has become shorter since this address was made.
      </EmptyState>
    )
  if (list.q)
    return (
      <EmptyState title="No results found." actions={<Button onClick={() => list.setTyped('')}>Clear search</Button>}>
        {notFound} “{list.q}”.
      </EmptyState>
    )
  return children
}
