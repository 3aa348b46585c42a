import { IconHourglassHigh } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

const figure = new Intl.NumberFormat('en-GB')

/** Polling interval in milliseconds. */
const rereadMilliseconds = 3_000

type Props = {
  done: number
  total: number
  /** Whether it replaces the list. */
  large?: boolean
  onReread: () => void
}

/** Shown while the action items of a company are derived for the first time and no list is complete yet. */
export function Preparing({ done, total, large = false, onReread }: Props) {
  const reread = useRef(onReread)
  useEffect(() => {
    reread.current = onReread
  })
  useEffect(() => {
    const timer = setInterval(() => reread.current(), rereadMilliseconds)
    return () => clearInterval(timer)
  }, [])
  const title = 'Your list is being made for the first time.'
  const progress = (
    <>
      {figure.format(done)} of {figure.format(total)} sales are in it{large ? ' so far. It fills by itself.' : '.'}
      <span className="meter" aria-hidden="true">
        <i style={{ width: `${total === 0 ? 100 : Math.round((100 * done) / total)}%` }} />
      </span>
    </>
  )
  return (
    <div className="today-preparing">
      {large ? (
        <EmptyState title={title} icon={IconHourglassHigh}>
          {progress}
        </EmptyState>
      ) : (
        <Notice title={title}>{progress}</Notice>
      )}
    </div>
  )
}
