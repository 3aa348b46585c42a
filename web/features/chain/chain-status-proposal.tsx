import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { proposeChainStatus } from '@gya/domain/features/chain/chain.rules.ts'
import { type ChainStatus, chainStatusLabels } from '@gya/domain/features/chain/chain-status.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import './chain-status-proposal.css'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { chainStatusSaved } from './chain.messages.ts'
import type { ChainProperty } from './chain-edit.ts'
import { linkStatus } from './link-summary.ts'

/** The chain status that the saved links or the accepted offer suggest. */
const proposalFor = (property: ChainProperty) =>
  proposeChainStatus({
    status: property.mi.chain,
    links: property.chain.items.map((link) => {
      const { state } = linkStatus(link)
      return { thisProperty: link.thisProperty, standing: state === 'none' ? 'unknown' : state }
    }),
    buyerInChain: property.offers.find(({ state }) => state === 'A')?.chain ?? null,
  })

const proposalReason = (from: 'links' | 'offer', status: ChainStatus): string => {
  if (from === 'links') return `Its links say: ${chainStatusLabels[status]}.`
  return status === 0 ? 'The accepted offer says: no chain.' : 'The accepted offer says: in a chain.'
}

/** Offers to set the chain status when links or offer contradict the current one. */
export function ChainStatusProposal({ property, params }: { property: ChainProperty; params: PropertyParams }) {
  const canEdit = useMay('property.edit')
  const saving = useSave(updateManagementInfo, chainStatusSaved)
  const proposed = proposalFor(property)
  if (!proposed) return null
  const { status, from } = proposed
  return (
    <div className="proposal">
      {saving.overlay}
      <Notice
        tone="info"
        title={`The chain status of this property is ${chainStatusLabels[property.mi.chain]}`}
        action={
          canEdit && (
            <Button
              size="s"
              pending={saving.pending}
              onClick={() => void saving.save({ params, body: { chain: status, version: property.version } })}
            >
              Set to {chainStatusLabels[status]}
            </Button>
          )
        }
      >
        {saving.error ? refusalText(saving.error, chainStatusSaved.failure) : proposalReason(from, status)}
      </Notice>
    </div>
  )
}
