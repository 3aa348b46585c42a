import './property-header.css'
import { addressLine } from '@gya/domain/common/address-line.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import { saleFactsOf, saleNow } from '@gya/domain/features/sale-now/sale-now.ts'
import { fromTimelineItem } from '@gya/domain/features/timeline/timeline.schemas.ts'
import {
  IconAlertTriangle,
  IconBuildingStore,
  IconChevronLeft,
  IconClock,
  IconDots,
  IconHistory,
  IconMessagePlus,
  IconPrinter,
  IconSelector,
  IconTable,
} from '@tabler/icons-react'
import { Fragment, type ReactNode, useContext, useMemo, useRef, useState } from 'react'
import { useScreenKeys } from '../../lib/keys/use-screen-keys.ts'
import { DialogsContext } from '../../lib/screens.ts'
import { useMay } from '../../lib/session/session.tsx'
import { headerSetting, useHeaderSetting } from '../../lib/storage/header-setting.ts'
import { today } from '../../lib/today.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { usePanelParam } from '../../lib/url-state/use-panel-param.ts'
import { Button, IconButton, IconLinkButton, LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { Link } from '../../ui/navigation/link.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { ChainLight, chainStates, chainWords } from '../common/chain-light.tsx'
import { PhaseBadge, phaseLabel } from '../common/phase-badge.tsx'
import { FactButton } from './fact-button.tsx'
import { PartiesMenu } from './parties-menu.tsx'
import { propertyKeys } from './property-keys.ts'
import type { WireProperty } from './property-page.tsx'
import { type ExchangeFact, exchangeFactOf } from './property-values.ts'
import { RingNext } from './ring-next.tsx'
import { type HeaderAction, type NextAction, useNextAction } from './use-next-action.ts'
import { WholeHeader, wholeHeaderId } from './whole-header.tsx'

type Props = {
  property: WireProperty
  params: PropertyParams
  /** Opens the dialog of progressor and expected days. */
  onEditDays?: (() => void) | undefined
}

/**
 * The header of a property in one line: address, phase, next action, chain, price and fee, exchange day, Ring, parties, Add a note, Open.
 * Open shows the rest below it. Sticky; on a phone a second line scrolls away. [seat §3](docs/design/seat.md#3).
 */
export function PropertyHeader({ property, params, onEditDays }: Props) {
  const to = useScopedPath()
  const isPhone = useIsPhone()
  const isWhole = useHeaderSetting()
  const sale = useMemo(() => saleNow(saleFactsOf(property, property.timeline.data.map(fromTimelineItem)), today()), [property])
  const action = useNextAction(property, params, sale)
  const exchange = exchangeFactOf(property, today())
  const { address, mi } = property
  const chain = chainStates[mi.chain]
  const price = mi.agreedPrice ?? mi.currentAskingPrice
  const rest = addressLine({ ...address, line1: '' })
  const opener = useRef<HTMLButtonElement>(null)
  const toggle = () => {
    // The focus stays in the header when what it is in closes.
    if (document.getElementById(wholeHeaderId)?.contains(document.activeElement)) opener.current?.focus()
    headerSetting.toggle()
  }
  const { salePaper } = useContext(DialogsContext)
  const [printing, setPrinting] = useState(false)
  const print = { label: 'Print', icon: IconPrinter, onSelect: () => setPrinting(true) }
  useScreenKeys(propertyKeys, { 'whole-header': toggle, print: print.onSelect })
  const links = [
    { label: 'Go to branch', icon: IconBuildingStore, to: to('/branch/edit') },
    { label: 'Go to branch workflow', icon: IconTable, to: to('/branch/report') },
  ]
  return (
    <>
      <header className="phead">
        {isPhone && (
          <IconLinkButton to={to('/company/properties')} icon={IconChevronLeft} label="Back to Properties" variant="quiet" />
        )}
        <h1 title={`${address.line1}, ${rest}`}>
          {address.line1}
          <span>, {rest}</span>
        </h1>
        {!isPhone && (
          <>
            <PhaseBadge phase={property.phase} />
            {action.isLoading ? <span className="skeleton next-skeleton" /> : action.next && <NextLink next={action.next} />}
          </>
        )}
        <span data-tip={chainWords[chain]}>
          <ChainLight state={chain} />
        </span>
        {!isPhone && price !== null && (
          <span className="money">
            <b>{showPounds(price)}</b>
            {mi.fees.expected !== null && <small>fee {showPounds(Math.round(mi.fees.expected))}</small>}
          </span>
        )}
        {exchange && <DayOfSale fact={exchange} onClick={onEditDays} />}
        <span className="spacer" />
        {!action.isLoading && <RingNext party={action.rung} line1={address.line1} params={params} />}
        <PartiesMenu property={property} params={params} />
        {!isPhone && (
          <>
            <AddNoteButton property={property} params={params} iconOnly />
            <Menu label="More" icon={IconDots} size="s" variant="quiet" items={[...links, print]} />
          </>
        )}
        <IconButton
          ref={opener}
          icon={IconSelector}
          size="s"
          variant="quiet"
          label="Whole header (H)"
          aria-expanded={isWhole}
          aria-controls={isWhole ? wholeHeaderId : undefined}
          onClick={toggle}
        />
      </header>
      {isPhone && <PhoneLine action={action} property={property} price={price} />}
      {isWhole && (
        <WholeHeader
          property={property}
          params={params}
          exchange={exchange}
          isAgreed={sale.standing === 'agreed'}
          onEditDays={onEditDays}
          actions={
            <>
              <HistoryButton />
              {isPhone && (
                <>
                  <AddNoteButton property={property} params={params} />
                  {links.map((link) => (
                    <LinkButton key={link.label} to={link.to} variant="quiet" icon={link.icon}>
                      {link.label}
                    </LinkButton>
                  ))}
                  <Button variant="quiet" icon={print.icon} onClick={print.onSelect}>
                    {print.label}
                  </Button>
                </>
              )}
            </>
          }
        />
      )}
      <History property={property} params={params} />
      {printing && salePaper({ property, params, onClose: () => setPrinting(false) })}
    </>
  )
}

/** "Searches back 4 days late": red when late, in the second ink if only the timeline has it. */
const NextLink = ({ next: { what, when, isLate, isItem, to } }: { next: NextAction }) => (
  <Link to={to} className={classNames('next', isLate && isItem && 'late', !isItem && 'quiet')} title={`Next: ${what} ${when}`}>
    <Icon of={isLate ? IconAlertTriangle : IconClock} size={14} />
    <b>{what}</b>
    <small>{when}</small>
  </Link>
)

/** "Exchange 09/11 19 days over": the words go in narrow windows, the day stays. */
const DayOfSale = ({ fact: { name, day, overdueDays }, onClick }: { fact: ExchangeFact; onClick: (() => void) | undefined }) => (
  <FactButton label={`Change ${name.toLowerCase()}`} className={classNames('day', overdueDays > 0 && 'over')} onClick={onClick}>
    <span className="day-name">
      {name.replace('Expected exchange', 'Exchange').replace('Expected completion', 'Completion')}{' '}
    </span>
    {day === '' ? <span className="mut">not set</span> : <span className="tnum">{day.slice(0, 5)}</span>}
    {overdueDays > 0 && <small>{showCount(overdueDays, 'day')} over</small>}
  </FactButton>
)

/** Under the line of a phone: "3 proposals · Searches back, 4 days late · £303,500 · Sold STC". */
function PhoneLine({ action, property, price }: { action: HeaderAction; property: WireProperty; price: number | null }) {
  const to = useScopedPath()
  const { next, proposals } = action
  const parts: [string, ReactNode][] = []
  if (proposals > 0)
    parts.push([
      'proposals',
      <Link key="proposals" className="link" to={to('/branch/proposals')}>
        {showCount(proposals, 'proposal')}
      </Link>,
    ])
  if (next)
    parts.push([
      'next',
      <Link key="next" to={next.to}>
        {next.what}
        {next.when && <b className={classNames(next.isLate && next.isItem && 'over')}>, {next.when}</b>}
      </Link>,
    ])
  if (price !== null) parts.push(['price', showPounds(price)])
  parts.push(['phase', phaseLabel(property.phase)])
  return (
    <p className="phead-line">
      {parts.map(([name, part], index) => (
        <Fragment key={name}>
          {index > 0 && ' · '}
          {part}
        </Fragment>
      ))}
    </p>
  )
}

type ActionProps = { property: WireProperty; params: PropertyParams }

/** "Property header action 'Add a note' opens the create dialog" */
function AddNoteButton({ property, params, iconOnly = false }: ActionProps & { iconOnly?: boolean }) {
  const { newNote } = useContext(DialogsContext)
  const mayEdit = useMay('property.edit')
  const [adding, setAdding] = useState(false)
  if (!mayEdit) return null
  const shared = { icon: IconMessagePlus, 'aria-haspopup': 'dialog', onClick: () => setAdding(true) } as const
  return (
    <>
      {iconOnly ? <IconButton {...shared} size="s" label="Add a note" /> : <Button {...shared}>Add a note</Button>}
      {adding && newNote({ params, steps: property.timeline.data, onClose: () => setAdding(false) })}
    </>
  )
}

const HistoryButton = () => (
  <Button icon={IconHistory} aria-haspopup="dialog" onClick={usePanelParam('history').show}>
    History
  </Button>
)

/** Opened by its button, and by links. */
function History({ property, params }: ActionProps) {
  const { history } = useContext(DialogsContext)
  const panel = usePanelParam('history')
  return panel.open && history({ params, address: property.address.line1, onClose: panel.hide })
}
