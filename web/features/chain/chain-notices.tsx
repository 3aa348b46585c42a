import { showDateTime } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { Fragment } from 'react'
import type { ApiError } from '../../lib/api/call-api.ts'
import { refusalText } from '../../lib/forms/use-save.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button } from '../../ui/button.tsx'
import { NewerVersionNotice, Notice } from '../../ui/feedback/notice.tsx'
import { Link as PageLink } from '../../ui/navigation/link.tsx'
import { chainSaved } from './chain.messages.ts'
import type { ChainProperty, Link } from './chain-edit.ts'
import { ChainStatusProposal } from './chain-status-proposal.tsx'
import { FallenSales } from './fallen-sales.tsx'
import type { ChainEdit, useChainSave } from './use-chain-edit.ts'

/** Lists properties whose chains include this sale although this chain does not include them. */
function ShownInChainsNotice({ shownIn, links }: { shownIn: ChainProperty['chain']['shownIn']; links: readonly Link[] }) {
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

type StaleChainNoticeProps = { error: ApiError; onDiscard: () => void; onOverwrite: () => void }

/** Edit conflict: the reader keeps their edits or takes the saved chain. */
function StaleChainNotice({ error, onDiscard, onOverwrite }: StaleChainNoticeProps) {
  const { savedBy, savedOn, linked } = error.details
  if (linked !== undefined)
    return (
      <Notice
        tone="warn"
        action={
          <Button size="s" onClick={onOverwrite}>
            Look again
          </Button>
        }
      >
        {error.message} Nothing of yours has been saved yet.
      </Notice>
    )
  return (
    <Notice
      tone="warn"
      title={`${savedBy ?? 'Somebody'} saved this chain${savedOn ? ` on ${showDateTime(savedOn)}` : ''} after you opened it`}
      action={
        <>
          <Button size="s" onClick={onDiscard}>
            Take theirs
          </Button>
          <Button size="s" onClick={onOverwrite}>
            Save mine
          </Button>
        </>
      }
    >
      Nothing of yours has been saved yet.
    </Notice>
  )
}

type ChainNoticesProps = {
  property: ChainProperty
  params: PropertyParams
  edit: ChainEdit
  saving: ReturnType<typeof useChainSave>
  onDiscard: () => void
}

/** Draft, conflict, errors, status proposal, and chains that include this sale. */
export function ChainNotices({ property, params, edit, saving, onDiscard }: ChainNoticesProps) {
  const { error, general, refused, refusals } = saving
  // Every invalid field has been edited since.
  const isCorrected = refused.length > 0 && refusals.size === 0 && general.length === 0
  return (
    <>
      {edit.isDraft && (
        <Notice tone="info">Your session had ended. What you had typed is back; nothing has been saved yet.</Notice>
      )}
      {edit.dirty && !error && edit.version < property.version && (
        <NewerVersionNotice>A colleague has changed this chain meanwhile.</NewerVersionNotice>
      )}
      {error?.code === 'STALE_VERSION' && (
        <StaleChainNotice error={error} onDiscard={onDiscard} onOverwrite={() => saving.saveOver(property.version)} />
      )}
      {error && error.code !== 'STALE_VERSION' && !isCorrected && (
        <Notice tone="bad" title={chainSaved.failure.title}>
          {refusalText(error, chainSaved.failure)} {general.join(' ')}
        </Notice>
      )}
      {!error && general.length > 0 && <Notice tone="bad">{general.join(' ')}</Notice>}
      {!edit.dirty && <FallenSales property={property} params={params} />}
      {!edit.dirty && <ChainStatusProposal property={property} params={params} />}
      <ShownInChainsNotice shownIn={property.chain.shownIn} links={edit.links} />
    </>
  )
}
