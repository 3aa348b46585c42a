import './chain-table.css'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { findKey, pressedOf } from '../../lib/keys/find-key.ts'
import { useMay } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ChainLight } from '../common/chain-light.tsx'
import { addLinkAbove } from './chain.messages.ts'
import { canNameBuyer, isLive, type Link, type LinkFields, linkName, typedBuyer, withTypedBuyer } from './chain-edit.ts'
import { moveKeys } from './chain-keys.ts'
import type { LinkCardProps } from './link-card.tsx'
import { linkParties, linkStatus, partyLabel, partyName } from './link-summary.ts'

type Cell = {
  column: string
  value: string
  /** Absent where the value is not typed: a property or a contact provides it. */
  change?: ((value: string) => Partial<LinkFields>) | undefined
  error?: string | undefined
}

const nobody = { contact: null, poc: null, name: '', tel: '' }

type Part = 'agent' | 'solicitor'

const isContact = (party: Link[Part]): boolean => Boolean(party?.contact ?? party?.poc)

/** The name of an agent or solicitor. Another name takes the place of a contact, as in the card, until the same one is typed again. */
function nameCell(link: Link, part: Part, first: Link): Pick<Cell, 'value' | 'change'> {
  if (isLive(link)) return { value: partyLabel(link, part) }
  const [party, before] = [link[part], first[part]]
  const change = (name: string) => ({
    [part]: isContact(before) && partyName(before) === name ? before : { ...nobody, tel: party?.tel ?? '', name },
  })
  return { value: isContact(party) ? (partyName(party) ?? '') : (party?.name ?? ''), change }
}

/** The telephone of the agent; a contact has its own. */
function telCell(link: Link): Pick<Cell, 'value' | 'change'> {
  const { agent } = link
  if (isLive(link) || isContact(agent)) return { value: agent?.poc?.tel || agent?.contact?.tel || '' }
  return { value: agent?.tel ?? '', change: (tel) => ({ agent: { ...(agent ?? nobody), tel } }) }
}

const buyerColumn = 'Buyer’s name'

/** The buyer of the last link; of the others, which carry none, in the general notes. */
function buyerCell({ link, position, count, buysAt, errors }: LinkRowProps): Cell {
  const column = buyerColumn
  if (canNameBuyer(link, position, count))
    return { column, value: link.personName, change: (personName) => ({ personName }), error: errors.personName }
  if (isLive(link)) return { column, value: linkParties(link, position, count, buysAt).join(', ') }
  return { column, value: typedBuyer(link.note), change: (name) => ({ note: withTypedBuyer(link.note, name) }) }
}

/** The general notes without the buyer's name, which has its own column. */
function noteCell({ link, position, count, errors }: LinkRowProps): Cell {
  const [column, error] = ['General notes', errors.note]
  if (isLive(link) || canNameBuyer(link, position, count))
    return { column, value: link.note, change: (note) => ({ note }), error }
  const buyer = typedBuyer(link.note)
  return { column, value: withTypedBuyer(link.note, ''), change: (note) => ({ note: withTypedBuyer(note, buyer) }), error }
}

function cellsOf(props: LinkRowProps, first: Link): Cell[] {
  const { link, errors } = props
  return [
    {
      column: 'Property address',
      value: isLive(link) ? linkName(link) : link.propertyName,
      change: isLive(link) ? undefined : (propertyName) => ({ propertyName }),
      error: errors.propertyName ?? errors.propertyRef,
    },
    buyerCell(props),
    { column: 'Agent', ...nameCell(link, 'agent', first), error: errors.agent ?? errors['agent.name'] },
    { column: 'Agent’s telephone', ...telCell(link), error: errors['agent.tel'] },
    { column: 'Solicitor', ...nameCell(link, 'solicitor', first), error: errors.solicitor ?? errors['solicitor.name'] },
    noteCell(props),
  ]
}

type LinkRowProps = Omit<LinkCardProps, 'open' | 'onToggle' | 'ready' | 'companyId' | 'whyNotLink'>

/** A link as a row. The row of this property cannot be typed in. */
const LinkRow = memo(function LinkRow(props: LinkRowProps) {
  const { link, position, edited, isNew, whyNotAdd, act, onAdd, onMove } = props
  const [first] = useState(link)
  const row = useRef<HTMLTableRowElement>(null)
  const mayEdit = useMay('property.edit')
  const light = linkStatus(link)
  useEffect(() => {
    if (isNew) row.current?.querySelector('input')?.focus()
  }, [isNew])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = findKey(moveKeys, pressedOf(event), true)?.command
    if (to && mayEdit) onMove(link._id, to)
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      if (!whyNotAdd) onAdd(link._id, 'above')
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && !event.altKey) focusBeside(event)
    else return
    event.preventDefault()
  }
  return (
    <tr ref={row} className={classNames(link.thisProperty && 'self', edited && 'edited')}>
      <th scope="row">{position}</th>
      {cellsOf(props, first).map(({ column, value, change, error }) => (
        <td key={column}>
          {change && mayEdit && !link.thisProperty ? (
            <input
              className="in"
              aria-label={`${column}, position ${position}`}
              data-column={column}
              value={value}
              placeholder={column === buyerColumn ? 'Buyer' : undefined}
              autoComplete="off"
              aria-invalid={error ? true : undefined}
              title={error}
              onKeyDown={onKeyDown}
              onChange={(event) => act({ kind: 'change', id: link._id, change: change(event.currentTarget.value) })}
            />
          ) : (
            <span title={value}>{value}</span>
          )}
          {error && <small className="err">{error}</small>}
        </td>
      ))}
      <td title={light.text}>
        <ChainLight {...light} />
      </td>
    </tr>
  )
})

/** Moves the focus to the same column of the next row in which it is typed. */
function focusBeside({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const { column } = currentTarget.dataset
  const inputs = [...(currentTarget.closest('table')?.querySelectorAll('input') ?? [])].filter(
    ({ dataset }) => dataset.column === column,
  )
  const at = inputs.findIndex((input) => input === currentTarget)
  inputs[at + (key === 'ArrowUp' ? -1 : 1)]?.focus()
}

const columns = ['Address', 'Seller or buyer', 'Agent', 'Telephone', 'Solicitor', 'Note', 'Status']

/** The links as rows of one table, from the buyer's end to the onward purchase: for typing a chain. The cards hold the rest. */
export const ChainTable = ({ rows }: { rows: readonly LinkRowProps[] }) => {
  const mayEdit = useMay('property.edit')
  const top = rows.at(-1)
  return (
    <>
      {mayEdit && top && (
        <Button size="s" onClick={() => top.onAdd(top.link._id, 'above')} disabledReason={top.whyNotAdd} data-autofocus>
          {addLinkAbove}
        </Button>
      )}
      <div className="chain-table">
        <table aria-label="Links of the chain">
          <thead>
            <tr>
              <th scope="col">
                <span className="vh">Position</span>
              </th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map((row) => (
              <LinkRow key={row.link._id} {...row} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
