import './ordered-row.css'
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'

/** Moves one element of a list. Out of range: unchanged. */
export function moveElement<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  if (from < 0 || to < 0 || from >= list.length || to >= list.length) return next
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

type Props = {
  /** Names the row in its buttons. */
  name: string
  index: number
  count: number
  onMove: (from: number, to: number) => void
  className?: string | undefined
  children: ReactNode
}

/** Only rows of the same list take a dragged row. */
const dragType = (count: number) => `application/x-row-of-${count}`

/** A row of a list whose order the user decides: dragged by its handle, or moved with two buttons. */
export function OrderedRow({ name, index, count, onMove, className, children }: Props) {
  const [isGrabbed, setIsGrabbed] = useState(false)
  const [isOver, setIsOver] = useState(false)
  return (
    <li
      className={classNames('ordered-row', isOver && 'over', className)}
      draggable={isGrabbed}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType(count), String(index))
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragEnd={() => setIsGrabbed(false)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType(count))) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false)
        const from = event.dataTransfer.getData(dragType(count))
        if (from !== '') onMove(Number(from), index)
      }}
    >
      <span className="order">
        {/* The buttons beside it provide the same action. */}
        <span
          className="grip"
          aria-hidden="true"
          onPointerDown={() => setIsGrabbed(true)}
          onPointerUp={() => setIsGrabbed(false)}
        >
          <Icon of={IconGripVertical} size={16} />
        </span>
        <IconButton
          icon={IconChevronUp}
          label={`Move ${name} up`}
          variant="quiet"
          size="s"
          disabledReason={index === 0 ? 'It is the first' : null}
          onClick={() => onMove(index, index - 1)}
        />
        <IconButton
          icon={IconChevronDown}
          label={`Move ${name} down`}
          variant="quiet"
          size="s"
          disabledReason={index === count - 1 ? 'It is the last' : null}
          onClick={() => onMove(index, index + 1)}
        />
      </span>
      {children}
    </li>
  )
}
