import './property-header.css'
import { showPounds } from '@gya/domain/common/money.ts'
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { HowButton } from '../../lib/how-button.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { MenuTab, Tab } from '../../ui/navigation/tabs.tsx'
import { ChainLight, type ChainState } from '../common/chain-light.tsx'
import { type Phase, PhaseBadge } from '../common/phase-badge.tsx'
import { PropertyPhoto } from '../common/property-photo.tsx'

/** Minimum space between items, in pixels. */
const gaps = 24

/**
 * True if the items need more width than available: then the buttons (the last child) show icons. Their full width is remembered from when
 * they last had labels.
 */
export function useCompact(line: RefObject<HTMLElement | null>): boolean {
  const [compact, setCompact] = useState(false)
  const inWords = useRef(0)
  useLayoutEffect(() => {
    const element = line.current
    if (!element) return
    const measure = () => {
      const buttons = element.lastElementChild as HTMLElement
      if (!compact) inWords.current = buttons.scrollWidth
      const others = [...element.children].filter((one) => one !== buttons)
      const room = element.parentElement?.clientWidth || document.documentElement.clientWidth
      const needed = others.reduce((sum, one) => sum + one.scrollWidth, inWords.current + gaps)
      setCompact(needed > room)
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const one of [element, ...element.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [line, compact])
  return compact
}

/** "Half by 16/12/2025", the deciding step, and a link to the explanation. */
export type ForecastFact = { day: string; words: string; how: string }

/** "Exchange 28/11/2025, moved twice"; `late` shows the words in red. */
export type ExchangeFact = { name: string; day: string; words: string; late: boolean }

export type PropertyHeaderProps = {
  /** "27 Rodway Road" */
  line1: string
  /** "Tilehurst, Reading, RG30 6DT" */
  rest: string
  phase: Phase
  photoUrl?: string | null | undefined
  askingPrice: number | null
  agreedPrice: number | null
  chain: ChainState
  /** The most overdue step; `awaiting` for survey reports. */
  warning: { text: string; awaiting?: boolean } | null
  progressor: { name: string; avatarUrl?: string | null } | null
  /** Undefined without a sale. */
  exchange?: ExchangeFact | undefined
  /** Undefined without an open sale. */
  forecast?: ForecastFact | undefined
  /** Opens the dialog of progressor and expected days. */
  onEditDays?: (() => void) | undefined
  /** `compact`: icons without labels. */
  actions?: (compact: boolean) => ReactNode
}

const share = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const PropertyHeader = (props: PropertyHeaderProps) => {
  const { line1, rest, phase, photoUrl, askingPrice, agreedPrice, chain, warning, progressor, actions } = props
  const { exchange, forecast, onEditDays } = props
  const line = useRef<HTMLDivElement>(null)
  const compact = useCompact(line)
  return (
    <header className="phead">
      <PropertyPhoto src={photoUrl} width={112} height={80} />
      <div>
        <div className="line" ref={line}>
          <h1 title={`${line1}, ${rest}`}>
            {line1}
            <span>
              <span className="comma">, </span>
              {rest}
            </span>
          </h1>
          <PhaseBadge phase={phase} />
          <div className="buttons">{actions?.(compact)}</div>
        </div>
        <dl className="facts">
          <Fact name="Asking price">{askingPrice === null ? <NotKnown /> : showPounds(askingPrice)}</Fact>
          <Fact name="Agreed price">
            {agreedPrice === null ? <NotKnown /> : showPounds(agreedPrice)}
            {agreedPrice !== null && askingPrice ? (
              <small className="share">{share.format((agreedPrice / askingPrice) * 100)} %</small>
            ) : null}
          </Fact>
          <Fact name="Chain">
            <ChainLight state={chain} />
          </Fact>
          {exchange && (
            <Fact name={exchange.name} className={exchange.late ? 'over' : undefined}>
              <FactButton label={`Change ${exchange.name.toLowerCase()}`} onClick={onEditDays}>
                {exchange.day === '' ? <NotKnown words="Set a day" /> : <span className="tnum">{exchange.day}</span>}
                {exchange.words !== '' && <small>{exchange.words}</small>}
              </FactButton>
            </Fact>
          )}
          <Fact name="Progressor">
            <FactButton label="Change the progressor" onClick={onEditDays}>
              {progressor ? (
                <>
                  <Avatar name={progressor.name} src={progressor.avatarUrl} />
                  {progressor.name}
                </>
              ) : (
                <NotKnown words="Nobody yet" />
              )}
            </FactButton>
          </Fact>
          <Fact name="Next warning" wide className={warning ? (warning.awaiting ? 'amber' : 'over') : undefined}>
            {warning ? (
              <>
                <Icon of={warning.awaiting ? IconHourglass : IconAlertTriangle} size={14} />
                {warning.text}
              </>
            ) : (
              <NotKnown words="None" />
            )}
          </Fact>
          {forecast && (
            <Fact name="Forecast exchange" wide>
              <HowButton how={forecast.how} className="factb">
                <span className="tnum">{forecast.day}</span>
                <small>{forecast.words}</small>
              </HowButton>
            </Fact>
          )}
        </dl>
      </div>
    </header>
  )
}

/** Plain text for users who may not change it. */
const FactButton = ({ label, onClick, children }: { label: string; onClick: (() => void) | undefined; children: ReactNode }) =>
  onClick ? (
    <button type="button" className="factb" aria-haspopup="dialog" title={label} onClick={onClick}>
      {children}
    </button>
  ) : (
    children
  )

const NotKnown = ({ words = 'Not yet' }: { words?: string }) => <small>{words}</small>

const Fact = ({
  name,
  wide,
  className,
  children,
}: {
  name: string
  wide?: boolean
  className?: string | undefined
  children: ReactNode
}) => (
  <div className={wide ? 'wide' : undefined}>
    <dt>{name}</dt>
    <dd className={className}>{children}</dd>
  </div>
)

export type PropertyCounts = {
  viewings: number
  offers: number
  notes: number
  /** Number of open tasks; undefined while loading. */
  tasks: number | undefined
  files: number
  fallOffs: number
}

/** The tabs with their counts. `at` adds the property to a path. Read-only users see the take-on data. */
export const propertyTabs = (
  at: (path: string) => string,
  { counts, mayEdit }: { counts: PropertyCounts | undefined; mayEdit: boolean },
): readonly (Tab | MenuTab)[] => [
  {
    label: mayEdit ? 'Take on' : 'Details',
    items: [
      { label: 'Manage', to: at('/property/edit') },
      { label: 'Info', to: at('/property/mireport') },
      { label: 'Price', to: at('/property/askingprice') },
      { label: 'Relaunches', to: at('/property/relaunches') },
    ],
    also: ['/property/askingprice-create', '/property/relaunch-create'],
  },
  { label: 'Timeline', to: at('/property/timeline') },
  { label: 'Viewings', to: at('/property/viewings'), count: counts?.viewings, also: ['/property/viewing-create'] },
  { label: 'Offers', to: at('/property/offers'), count: counts?.offers, also: ['/property/offer-create'] },
  { label: 'Contacts', to: at('/property/contacts') },
  { label: 'Chain', to: at('/property/chain') },
  { label: 'Notes', to: at('/property/notes'), count: counts?.notes },
  { label: 'Tasks', to: at('/property/tasks'), count: counts?.tasks },
  { label: 'Files', to: at('/property/documents'), count: counts?.files, also: ['/property/memo'] },
  { label: 'Fall Offs', to: at('/property/fall-offs'), count: counts?.fallOffs },
  { label: 'Referrals', to: at('/property/referrals') },
  { label: 'Record', to: at('/property/record') },
]
