import { showDateTime } from '@gya/domain/common/dates.ts'
import { Fragment } from 'react'
import type { ApiError } from '../../lib/api/call-api.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Link as PageLink } from '../../ui/navigation/link.tsx'
import type { ChainProperty, Link } from './chain-edit.ts'

/** Lists properties whose chains include this sale although this chain does not include them. */
export function ShownInChainsNotice({ shownIn, links }: { shownIn: ChainProperty['chain']['shownIn']; links: readonly Link[] }) {
  const to = useScopedPath()
  const linked = new Set(links.map(({ propertyRef }) => propertyRef?._id))
  const elsewhere = shownIn.filter(({ _id }) => !linked.has(_id))
  if (elsewhere.length === 0) return null
  return (
    <Notice tone="info">
      This property is a link in the chain of{' '}
      {elsewhere.map(({ _id, branch, address }, at) => (
        <Fragment key={_id}>
          {at > 0 && ', '}
          <PageLink className="link" to={to('/property/chain', { branch, property: _id })}>
            {address.line1}
          </PageLink>
        </Fragment>
      ))}
      .
    </Notice>
  )
}

type StaleChainNoticeProps = { error: ApiError; onTheirs: () => void; onMine: () => void }

/** Edit conflict: the reader keeps their edits or takes the saved chain. */
export function StaleChainNotice({ error, onTheirs, onMine }: StaleChainNoticeProps) {
  const { savedBy, savedOn } = error.details
  return (
    <Notice
      tone="warn"
      title={`${savedBy ?? 'Somebody'} saved this chain${savedOn ? ` on ${showDateTime(savedOn)}` : ''} after you opened it`}
      action={
        <>
          <Button size="s" onClick={onTheirs}>
            Take theirs
          </Button>
          <Button size="s" onClick={onMine}>
            Save mine
          </Button>
        </>
      }
    >
      Nothing of yours has been saved yet.
    </Notice>
  )
}
