import { showDate } from '@gya/domain/common/dates.ts'
import './chain-status-proposal.css'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { chainStatusLabels } from '@gya/domain/features/chain/chain-status.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { chainStatusSaved } from './chain.messages.ts'
import type { ChainProperty } from './chain-edit.ts'

const incomplete = 2

/**
 * "A bar on its timeline and chain: 27 Rodway Road fell off on 22/11: buyer’s mortgage refused. The bar offers *Set chain to
 * incomplete*; nothing of a linked sale changes by itself." [trust §6](docs/design/trust.md#6).
 */
export function FallenSales({ property, params }: { property: ChainProperty; params: PropertyParams }) {
  const to = useScopedPath()
  const canEdit = useMay('property.edit')
  const saving = useSave(updateManagementInfo, chainStatusSaved)
  const { fallen } = property.chain
  if (fallen.length === 0) return null
  const isOffered = canEdit && property.mi.chain !== incomplete
  return (
    <div className="proposal">
      {saving.overlay}
      {fallen.map(({ _id, branch, line1, on, reason, withinReach }, index) => (
        <Notice
          key={_id}
          tone="warn"
          action={
            isOffered &&
            index === 0 && (
              <Button
                size="s"
                pending={saving.pending}
                onClick={() => void saving.save({ params, body: { chain: incomplete, version: property.version } })}
              >
                Set chain to {chainStatusLabels[incomplete].toLowerCase()}
              </Button>
            )
          }
        >
          {withinReach ? (
            <Link className="link" to={to('/property/chain', { branch, property: _id })}>
              {line1}
            </Link>
          ) : (
            line1
          )}{' '}
          fell off on {showDate(on)}
          {reason ? `: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}.` : '.'}
          {saving.error && index === 0 && ` ${refusalText(saving.error, chainStatusSaved.failure)}`}
        </Notice>
      ))}
    </div>
  )
}
