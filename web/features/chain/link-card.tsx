import {
  type Checklist,
  checklistSteps,
  saleTypeLabels,
  surveyAnswers,
  tickedSteps,
} from '@gya/domain/features/chain/chain.model.ts'
import {
  IconCheck,
  IconChevronDown,
  IconChevronRight,
  IconCurrencyPound,
  IconLink,
  IconMinus,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconUnlink,
} from '@tabler/icons-react'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { findKey, pressedOf } from '../../lib/keys/find-key.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link as PageLink } from '../../ui/navigation/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { ChainLight, type ChainState } from '../common/chain-light.tsx'
import { addLinkAbove, addLinkBelow, positionLabel } from './chain.messages.ts'
import { type ChainAction, isLive, type Link } from './chain-edit.ts'
import { moveKeys } from './chain-keys.ts'
import { LinkDetails } from './link-details.tsx'
import { linkParties, linkStatus, linkTitle, partyLabel, stepLabels, type Tick, tickOf } from './link-summary.ts'

const TickIcon = ({ tick }: { tick: Tick }) => {
  if (tick.look === 'n') return <i aria-hidden="true" />
  return <Icon of={tick.look === 'na' ? IconMinus : tick.isCash ? IconCurrencyPound : IconCheck} size={14} />
}

type ChecklistStepKey = (typeof checklistSteps)[number]

/** The order in which presses cycle; a new link has the first. */
const mortgageAnswers = ['No', 'Yes', 'Cash'] as const

const nextOf = <T,>(all: readonly T[], one: T): T => all[(all.indexOf(one) + 1) % all.length] ?? one

/** The checklist after a press: toggles a step; survey and mortgage cycle through their answers. */
export function advanceStep(checklist: Checklist, step: ChecklistStepKey): Checklist {
  if (step === 'surveyBooked') return { ...checklist, surveyBooked: nextOf(surveyAnswers, checklist.surveyBooked) }
  if (step === 'mortgageOffer') return { ...checklist, mortgageOffer: nextOf(mortgageAnswers, checklist.mortgageOffer) }
  return { ...checklist, [step]: !checklist[step] }
}

type LinkTicksProps = {
  checklist: Checklist
  /** Present while the link is open and has no property. */
  onChange?: ((checklist: Checklist) => void) | undefined
}

/** "Each link's checklist as a row of small ticks, readable without opening." How it looks and feels, "Chain". */
export const LinkTicks = memo(({ checklist, onChange }: LinkTicksProps) => (
  <ol className="ticks">
    {checklistSteps.map((step) => {
      const tick = tickOf(checklist, step)
      const shown = (
        <>
          <TickIcon tick={tick} />
          <span>{stepLabels[step]}</span>
          <b>{tick.words}</b>
        </>
      )
      return (
        <li key={step} className={tick.look}>
          {onChange ? (
            <button type="button" onClick={() => onChange(advanceStep(checklist, step))}>
              {shown}
            </button>
          ) : (
            shown
          )}
        </li>
      )
    })}
  </ol>
))

export type LinkReady = { words: string; decides: boolean }

export type LinkCardProps = {
  link: Link
  position: number
  count: number
  /** At the buyer's end: the name of the link below. */
  buysAt: string | undefined
  open: boolean
  edited: boolean
  /** Just added: focus the first field. */
  isNew: boolean
  errors: Readonly<Record<string, string>>
  /** "ready by 03/12/2025": the forecast of this link; undefined without one. */
  ready?: LinkReady | undefined
  companyId: string
  act: (action: ChainAction) => void
  whyNotAdd: string | null
  whyNotLink: (propertyId: string) => string | null
  onToggle: (id: string) => void
  onAdd: (beside: string, where: 'above' | 'below') => void
  onMove: (id: string, to: 'above' | 'below') => void
}

const dotClasses: Record<ChainState, string> = { none: 'g', complete: 'g', incomplete: 'r', unknown: 'u' }

/** A link of the chain: summary and checklist, with expandable details. Alt+Arrow moves it. */
export const LinkCard = memo(function LinkCard(props: LinkCardProps) {
  const { link, position, count, buysAt, open, edited, isNew, whyNotAdd, act, onToggle, onAdd, onMove } = props
  const card = useRef<HTMLElement>(null)
  const mayEdit = useMay('property.edit')
  useEffect(() => {
    if (isNew) card.current?.querySelector('input')?.focus()
  }, [isNew])
  const light = linkStatus(link)
  const where = positionLabel(position)
  const onKeyDown = (event: KeyboardEvent) => {
    const to = findKey(moveKeys, pressedOf(event), true)?.command
    if (!to || !mayEdit || (event.target instanceof Element && event.target.closest('[role="combobox"], dialog'))) return
    event.preventDefault()
    onMove(link._id, to)
  }
  return (
    <li className={classNames('node', dotClasses[light.state], link.thisProperty && 'self')}>
      <span className="dot" aria-hidden="true" />
      <article ref={card} className="link-card" aria-label={where} onKeyDown={onKeyDown}>
        <header>
          <IconButton
            icon={open ? IconChevronDown : IconChevronRight}
            size="s"
            variant="quiet"
            label={`${open ? 'Close' : 'Open'} position ${position}`}
            aria-expanded={open}
            onClick={() => onToggle(link._id)}
          />
          <span className="posn">{where}</span>
          <LinkTitle link={link} />
          <LinkTags link={link} isLast={position === count} edited={edited} />
          {props.ready && (
            <span className={classNames('link-ready', props.ready.decides && 'decides')}>
              {props.ready.words}
              {props.ready.decides && <b> decides</b>}
            </span>
          )}
          <span className="spacer" />
          {mayEdit && (
            <IconButton
              icon={IconRowInsertTop}
              size="s"
              variant="quiet"
              label={addLinkAbove}
              disabledReason={whyNotAdd}
              data-autofocus
              onClick={() => onAdd(link._id, 'above')}
            />
          )}
          {mayEdit && position > 1 && (
            <IconButton
              icon={IconRowInsertBottom}
              size="s"
              variant="quiet"
              label={addLinkBelow}
              disabledReason={whyNotAdd}
              onClick={() => onAdd(link._id, 'below')}
            />
          )}
          <ChainLight {...light} />
        </header>
        <p className="who2">
          {linkParties(link, position, count, buysAt).map((words) => (
            <span key={words}>{words}</span>
          ))}
          <span>
            <em>Agent</em> {partyLabel(link, 'agent')}
          </span>
          <span>
            <em>Solicitor</em> {partyLabel(link, 'solicitor')}
          </span>
          <span className="prog">
            {tickedSteps(link.timeline)} of {checklistSteps.length}
          </span>
        </p>
        <LinkTicks
          checklist={link.timeline}
          onChange={
            mayEdit && open && !isLive(link)
              ? (timeline) => act({ kind: 'change', id: link._id, change: { timeline } })
              : undefined
          }
        />
        {open && (
          <fieldset disabled={!mayEdit} className={mayEdit ? undefined : 'read-only'}>
            <LinkDetails {...props} change={(change) => act({ kind: 'change', id: link._id, change })} />
          </fieldset>
        )}
      </article>
    </li>
  )
})

/** The display name; links to another property the reader can open. */
function LinkTitle({ link }: { link: Link }) {
  const to = useScopedPath()
  const { name, postcode } = linkTitle(link)
  const { thisProperty, propertyRef } = link
  const branch = thisProperty || propertyRef?.deleted ? null : propertyRef?.branch
  return (
    <h2>
      {branch && propertyRef ? (
        <PageLink className="link" to={to('/property/edit', { branch: branch._id, property: propertyRef._id })}>
          {name}
        </PageLink>
      ) : (
        name
      )}
      {postcode && <span>{postcode}</span>}
    </h2>
  )
}

function LinkTags({ link, isLast, edited }: { link: Link; isLast: boolean; edited: boolean }) {
  const { thisProperty, propertyRef, saleType } = link
  return (
    <>
      {thisProperty && <Tag tone="accent">This property</Tag>}
      {!thisProperty && propertyRef?.deleted && (
        <Tag tone="red" icon={IconUnlink}>
          Deleted property
        </Tag>
      )}
      {!thisProperty && propertyRef && !propertyRef.deleted && <Tag icon={IconLink}>Linked</Tag>}
      {isLast && saleType !== 'ND' && <Tag>{saleTypeLabels[saleType]}</Tag>}
      {edited && <span className="edited">Edited</span>}
    </>
  )
}
