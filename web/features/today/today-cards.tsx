import { showPounds } from '@gya/domain/common/money.ts'
import { telephoneLink } from '@gya/domain/common/telephone.ts'
import { actionItemGroupLabels } from '@gya/domain/features/today/action-item.model.ts'
import { IconArrowBackUp, IconCheck, IconClockPause, IconMessageCircle, IconPhone } from '@tabler/icons-react'
import { useRef } from 'react'
import { useDiallerReturn } from '../../lib/use-dialler-return.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DraftTag, groupWords } from './today-group.tsx'
import type { TodayState } from './today-params.ts'
import { addressOf, ItemWords, type RowActions } from './today-row.tsx'
import { groupId, hasHead, itemId, type TodayGroup, type TodayItem } from './today-rows.ts'
import { signOf } from './today-signs.ts'

type Props = {
  groups: readonly TodayGroup[]
  today: string
  state: TodayState
  mayWork: boolean
  actions: RowActions
  /** Opens the card of a row. */
  onCard: (id: string) => void
}

/** The list on a phone: a heading with Call and Log for each group, a card for each action item. Returning from a call opens Log. */
export function TodayCards({ groups, today, state, mayWork, actions, onCard }: Props) {
  const called = useRef<string>(null)
  const onCall = useDiallerReturn(() => called.current !== null && onCard(called.current))
  return (
    <div className="today-cards">
      {groups.map((group) => {
        const { name, beside } = groupWords(group)
        const id = groupId(group)
        const href = group.party ? telephoneLink(group.party.tel) : null
        return (
          <section key={group.ref} aria-label={hasHead(group) ? name : 'Action items'}>
            {hasHead(group) && (
              <header className={group.kind === 'dueNow' ? 'now' : undefined}>
                <div>
                  <h2>{name}</h2>
                  {beside && <small>{beside}</small>}
                  {group.party && <DraftTag partyRef={group.party.ref} />}
                </div>
                {group.kind !== 'dueNow' && <b className="tnum">{group.points}</b>}
                {group.party && (
                  <div className="card-buttons">
                    {href && (
                      <a
                        className="btn"
                        href={href}
                        aria-label={`Call ${name}`}
                        onClick={() => {
                          called.current = id
                          onCall()
                        }}
                      >
                        <Icon of={IconPhone} size={16} />
                        Call
                      </a>
                    )}
                    {mayWork && state === 'now' && (
                      <Button icon={IconMessageCircle} onClick={() => onCard(id)} aria-label={`Log a conversation with ${name}`}>
                        Log
                      </Button>
                    )}
                  </div>
                )}
              </header>
            )}
            <ul>
              {group.actionItems.map((item) => (
                <Card key={itemId(item)} {...{ item, group, today, state, mayWork, actions, onCard }} />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

const Card = ({
  item,
  group,
  today,
  state,
  mayWork,
  actions,
  onCard,
}: Omit<Props, 'groups'> & { item: TodayItem; group: TodayGroup }) => {
  const id = itemId(item)
  const { icon, tone } = signOf(item)
  const address = addressOf(item)
  const href = !group.party && item.party ? telephoneLink(item.party.tel) : null
  const what = `${item.description} of ${address}`
  return (
    <li data-row={id}>
      <button type="button" className="card-open" aria-haspopup="dialog" onClick={() => onCard(id)}>
        <span className={`sg ${tone}`}>
          <Icon of={icon} size={16} />
          <span className="vh">{actionItemGroupLabels[item.group]}</span>
        </span>
        <span className="card-words">
          <b>{address}</b>
          <span className="wd">
            <ItemWords item={item} today={today} state={state} />
          </span>
        </span>
        <span className="card-figures">
          <b className="tnum">{item.points}</b>
          {item.fee !== null && <small>{showPounds(item.fee)}</small>}
        </span>
      </button>
      {mayWork && (
        <div className="card-buttons">
          {href && (
            <a className="btn" href={href} aria-label={`Call ${item.party?.name}`}>
              <Icon of={IconPhone} size={16} />
              Call
            </a>
          )}
          {item.canComplete && (
            <Button icon={IconCheck} onClick={() => actions.complete(id)} aria-label={`Done: ${what}`}>
              Done
            </Button>
          )}
          {state === 'waiting' ? (
            <Button icon={IconArrowBackUp} onClick={() => actions.unsnooze(id)} aria-label={`Bring back now: ${what}`}>
              Bring back
            </Button>
          ) : (
            <Button icon={IconClockPause} onClick={() => actions.snooze(id)} aria-label={`Snooze ${what}`}>
              Snooze
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
