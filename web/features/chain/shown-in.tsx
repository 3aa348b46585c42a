import { Fragment } from 'react'
import { useScopedPath } from '../../platform/place.ts'
import { Link as PageLink } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Link } from './chain-edit.ts'
import type { ChainProperty } from './chain-types.ts'

/** Properties whose own chains show this sale while its own chain says nothing of them: the two have gone apart. */
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
