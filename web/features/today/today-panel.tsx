import { telephoneLink } from '@gya/domain/common/telephone.ts'
import type { ConversationOutcome } from '@gya/domain/features/conversations/conversations.model.ts'
import { IconPhone, IconX } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { groupWords } from './today-group.tsx'
import type { TodayState } from './today-params.ts'
import { addressOf, ItemWords } from './today-row.tsx'
import { itemId, itemsOfCall, type Party, partyOf, salesOf, type TodayItem, type TodayRow } from './today-rows.ts'
import { Why } from './today-why.tsx'

export type CardProps = {
  /** React `key`: another row, or another choice of an outcome by key, is another card. */
  cardKey: string
  companyId: string
  party: Party
  /** URL of the full card. */
  fullCard: string
  /** Initial sales and items of the conversation, and an outcome chosen by key. */
  start: { sales: { propertyId: string; keys: string[] }[]; outcome?: ConversationOutcome } | undefined
  /** The marked action item; `null`: a group. */
  item: TodayItem | null
  why: ReactNode
  hints: ReactNode
  onLogged: () => void
}

type Props = {
  companyId: string
  row: TodayRow | undefined
  today: string
  state: TodayState
  singleKeys: boolean
  /** Below 1200 px it opens over the list; on a phone as a sheet. */
  open: boolean
  onClose: () => void
  /** Returns to the list. On wide screens the card stays open. */
  onLeave: () => void
  start: CardProps['start']
  /** Number of the start. */
  made: number
  onLogged: () => void
  fullCardOf: (partyRef: string) => string
  card: ((props: CardProps) => ReactNode) | undefined
}

/** Widths at which a card is always open beside the list. */
const wide = '(width >= 1200px)'
export const isCardBeside = (): boolean => matchMedia(wide).matches

/** Returns the initial conversation of a row's card. */
export const startOfCard = (row: TodayRow) => ({ sales: salesOf(itemsOfCall(row)) })

const Key = ({ children }: { children: string }) => (
  <span className="kbd" aria-hidden="true">
    {children}
  </span>
)

const Hints = ({ state }: { state: TodayState }) => (
  <span className="keys" aria-hidden="true">
    <span>
      <Key>J</Key>
      <Key>K</Key>move
    </span>
    {state === 'now' && (
      <>
        <span>
          <Key>S</Key>snooze
        </span>
        <span>
          <Key>D</Key>done
        </span>
      </>
    )}
  </span>
)

/** The panel beside the list: the call card of the marked row's party, and why the row is listed. */
export const TodayPanel = memo(function TodayPanel(props: Props) {
  const { row, open, onClose, onLeave } = props
  const isWide = useMediaQuery(wide)
  const phone = useIsPhone()
  if (!row || (!isWide && !open)) return null
  const name = partyOf(row)?.name ?? row.item?.address?.line1 ?? groupWords(row.group).name
  if (phone)
    return (
      <Dialog open title={name} onClose={onClose}>
        <div className="today-card sheet">
          <Content {...props} row={row} name={name} />
        </div>
      </Dialog>
    )
  return (
    <aside
      className={isWide ? 'today-card' : 'today-card over-list'}
      aria-label="Call card"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        if (isWide) onLeave()
        else onClose()
      }}
    >
      {!isWide && (
        <IconButton icon={IconX} size="s" variant="quiet" className="close-card" label="Close the card" onClick={onClose} />
      )}
      <Content {...props} row={row} name={name} />
    </aside>
  )
})

function Content({
  companyId,
  row,
  today,
  state,
  singleKeys,
  start,
  made,
  onLogged,
  fullCardOf,
  card,
  name,
}: Props & { row: TodayRow; name: string }) {
  const party = partyOf(row)
  const why = row.item && <Why item={row.item} today={today} withKey={singleKeys} />
  const hints = singleKeys && <Hints state={state} />
  if (party && card && party.ref !== 'self')
    return card({
      cardKey: `${row.id} ${start ? made : ''}`,
      companyId,
      party,
      fullCard: fullCardOf(party.ref),
      start: start ?? startOfCard(row),
      item: row.item,
      why,
      hints,
      onLogged,
    })
  return (
    <DeskPanel
      party={party}
      name={name}
      items={row.item && row.group.party === null ? [row.item] : itemsOfCall(row)}
      today={today}
      state={state}
      why={why}
      hints={hints}
    />
  )
}

type DeskProps = {
  party: Party | null
  name: string
  items: readonly TodayItem[]
  today: string
  state: TodayState
  why: ReactNode
  hints: ReactNode
}

/** The panel of a row without another party. */
const DeskPanel = ({ party, name, items, today, state, why, hints }: DeskProps) => {
  const href = party ? telephoneLink(party.tel) : null
  return (
    <section className="today-panel" aria-label={name}>
      <div className="panel-scroll">
        <div className="panel-part panel-person">
          {party && <Avatar name={name} size={40} />}
          <div>
            <h2>{name}</h2>
            {party && party.firm !== '' && <small>{party.firm}</small>}
          </div>
        </div>
        {href && (
          <div className="panel-part">
            <a className="btn" href={href}>
              <Icon of={IconPhone} size={16} />
              <b className="tnum">{party?.tel}</b>
            </a>
          </div>
        )}
        {items.length > 0 && (
          <div className="panel-part">
            <h3 className="why-title">About</h3>
            <ul className="about">
              {items.map((item) => (
                <li key={itemId(item)}>
                  <b>{addressOf(item)}</b> <ItemWords item={item} today={today} state={state} />
                </li>
              ))}
            </ul>
          </div>
        )}
        {why && <div className="panel-part">{why}</div>}
      </div>
      {hints && <footer>{hints}</footer>}
    </section>
  )
}
