import { showDate } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import './property-panel.css'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { hasUnsavedEdits } from '../../lib/forms/unsaved-edits.ts'
import type { PropertyPanelProps } from '../../lib/screens.ts'
import { useMe } from '../../lib/session/session.tsx'
import { ScopeContext, scopedPath } from '../../lib/url-state/current-scope.ts'
import { IconButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useSidePanelLayout } from '../../ui/layout/use-side-panel-layout.ts'
import { Link } from '../../ui/navigation/link.tsx'
import { PhaseBadge } from '../common/phase-badge.tsx'
import { progressorName } from '../common/sale-parties.ts'

export type PanelProperty = Wire<typeof readProperty, 'response'>

type Props = PropertyPanelProps & {
  /** The sections below the header, once the property is loaded. */
  children: (property: PanelProperty) => ReactNode
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select') || target.isContentEditable)

/**
 * "Side panel (480 px, Space): header, next action items, timeline by tracks (editable), parties with telephones, last 5 conversations,
 * notes; J K go through the rows with it open." [day §8](docs/design/day.md#8). The list beside it keeps its keys.
 */
export function PropertyPanel({ params, address, onMove, onClose, children }: Props) {
  const { singleKeys, company } = useMe()
  const { data: property, error, refetch } = useCall(readProperty, { params })
  const panel = useRef<HTMLElement>(null)
  const [blocked, setBlocked] = useState(false)
  const scope = useMemo(
    () => ({ company: params.companyId, branch: params.branchId, property: params.propertyId }),
    [params.companyId, params.branchId, params.propertyId],
  )
  useEffect(() => {
    panel.current?.querySelector('.panel-body')?.scrollTo(0, 0)
    setBlocked(false)
  }, [params.propertyId])
  useSidePanelLayout()
  /** Unsaved changes of the timeline are kept until they are saved or discarded. */
  const unlessUnsaved = (act: () => void) => {
    if (hasUnsavedEdits()) setBlocked(true)
    else act()
  }
  const to = scopedPath('/property/edit', company ? { ...scope, company: undefined } : scope)
  return (
    <ScopeContext value={scope}>
      <aside
        ref={panel}
        className="side-panel"
        aria-label={`Property: ${address}`}
        onKeyDown={(event) => {
          if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
          const key = event.key.toLowerCase()
          const by = { j: 1, k: -1 }[key] as 1 | -1 | undefined
          if (event.key === 'Escape') unlessUnsaved(onClose)
          else if (by && onMove && singleKeys && !isTyping(event.target)) unlessUnsaved(() => onMove(by))
          else return
          event.preventDefault()
        }}
      >
        <header>
          <div className="title-row">
            <h2>
              <Link to={to}>{address}</Link> {property && <span>{property.address.postcode}</span>}
            </h2>
            {property && <PhaseBadge phase={property.phase} />}
            {onMove && (
              <>
                <IconButton
                  icon={IconChevronUp}
                  label="Previous row (K)"
                  variant="quiet"
                  size="s"
                  onClick={() => unlessUnsaved(() => onMove(-1))}
                />
                <IconButton
                  icon={IconChevronDown}
                  label="Next row (J)"
                  variant="quiet"
                  size="s"
                  onClick={() => unlessUnsaved(() => onMove(1))}
                />
              </>
            )}
            <IconButton icon={IconX} label="Close panel" variant="quiet" size="s" onClick={() => unlessUnsaved(onClose)} />
          </div>
          {property && <Facts property={property} />}
        </header>
        <div className="panel-body">
          {blocked && <Notice tone="warn">The timeline has unsaved changes. Save or discard them before you go on.</Notice>}
          {!property && !error && <p role="status">Loading, please wait.</p>}
          {!property && error && <ReadFailed what="property" error={error} onRetry={() => void refetch()} />}
          {property && children(property)}
        </div>
      </aside>
    </ScopeContext>
  )
}

const Facts = ({ property }: { property: PanelProperty }) => {
  const { mi, contacts, expectedExchange, expectedCompletion, completionDate, timeline } = property
  const warning = timeline.info.nextWarning
  return (
    <dl className="panel-facts">
      <Fact name={mi.agreedPrice === null ? 'Asking price' : 'Agreed price'}>
        {showPoundsOrNone(mi.agreedPrice ?? mi.currentAskingPrice)}
      </Fact>
      <Fact name="Expected exchange">{expectedExchange ? showDate(expectedExchange) : 'Not set'}</Fact>
      {completionDate ? (
        <Fact name="Completion date">{showDate(completionDate)}</Fact>
      ) : (
        <Fact name="Expected completion">{expectedCompletion ? showDate(expectedCompletion) : 'Not set'}</Fact>
      )}
      <Fact name="Sales progressor">{progressorName(contacts.bStaff)}</Fact>
      {warning && warning.daysLeft < 0 && (
        <Fact name="Next warning">
          <span className={warning.awaitingReports ? 'amber' : 'over'}>
            {warning.title}, {-warning.daysLeft} {warning.daysLeft === -1 ? 'day' : 'days'}
          </span>
        </Fact>
      )}
    </dl>
  )
}

const showPoundsOrNone = (amount: number | null): string => (amount === null ? 'Not known' : showPounds(amount))

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** A section of the panel. */
export const PanelSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
)
