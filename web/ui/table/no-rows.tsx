import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'

type Props = {
  /** Search and page of the list (`useListParams`). */
  list: { q: string; setTyped: (text: string) => void; setPage: (page: number) => void }
  /** Total number of rows. */
  count: number | undefined
  /** Text for a search without results: "No branch is called". */
  notFound: string
  /** EmptyState of an empty list. */
  children: ReactNode
}

/** Explains why a list shows no rows: a page past the end (an old link), a search without results, or an empty list. */
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
