import { showCount, showNumber } from '@gya/domain/common/show-count.ts'
import type { ImportDetail } from '@gya/domain/features/imports/imports.model.ts'
import { isBusy } from '@gya/domain/features/imports/imports.rules.ts'
import { useEffect, useRef, useState } from 'react'
import { stateText } from './import-list.tsx'
import { timeLeft } from './time-left.ts'

/** The number of rows that stay out, and why: "112 errors, 27 duplicates", and those that a rule refused when they were written. */
export function rowsLeftOut({ counts }: ImportDetail): { left: number; why: string } {
  const left = counts.rows - counts.confirmed + counts.leftOut
  const duplicates = left - counts.error - counts.same - counts.skip - counts.leftOut
  const parts = [
    counts.error > 0 && showCount(counts.error, 'error'),
    duplicates > 0 && showCount(duplicates, 'duplicate'),
    counts.same > 0 && `${showNumber(counts.same)} the same`,
    counts.skip > 0 && `${showNumber(counts.skip)} skipped`,
    counts.leftOut > 0 && `${showNumber(counts.leftOut)} refused by a rule`,
  ].filter(Boolean)
  return { left, why: parts.join(', ') }
}

/** "139 stay out: 112 errors, 27 duplicates." Empty if all rows are imported. */
export function stayOut(one: ImportDetail): string {
  const { left, why } = rowsLeftOut(one)
  return left === 0 ? '' : `${showCount(left, 'stays', 'stay')} out: ${why}.`
}

/** The state of an import: progress of its job, or what will be written. */
export function ImportProgress({ one }: { one: ImportDetail }) {
  const { counts, state } = one
  const isRunning = state === 'running'
  const isUndoing = state === 'undoing'
  const done = isRunning ? counts.groupsDone : isUndoing ? counts.undone + counts.kept : 0
  const of = isRunning ? counts.groups : counts.written
  const left = useTimeLeft(state, done, of)
  return (
    <div className="import-progress" role="status">
      {isBusy(state) && one.jobFailedOn === null && (
        <progress max={Math.max(1, of)} value={isRunning || isUndoing ? done : undefined} aria-label={stateText(one)} />
      )}
      {isBusy(state) && !isRunning && !isUndoing && <span>{stateText(one)}…</span>}
      {state === 'checked' && (
        <>
          <b className="tnum">
            Import {showCount(counts.confirmed - counts.written, 'row')} of {showNumber(counts.rows)}.
          </b>{' '}
          <span className="mut tnum">{stayOut(one)}</span>
        </>
      )}
      {['running', 'stopped', 'done', 'undoing', 'undone'].includes(state) && (
        <span className="tnum">
          {stateText(one)}: {showNumber(counts.written)} written, {showNumber(counts.heldBack)} held back,{' '}
          {showCount(rowsLeftOut(one).left, 'stays out', 'stay out')}
          {counts.undone + counts.kept > 0 && `, ${showNumber(counts.undone)} undone, ${showNumber(counts.kept)} kept`}.{' '}
          {left && <span className="mut">{left}</span>}
        </span>
      )}
    </div>
  )
}

/** Text with the remaining time of a job, estimated from its pace since the screen was opened. */
function useTimeLeft(state: string, done: number, of: number): string | null {
  const seen = useRef<{ state: string; done: number; at: number } | null>(null)
  const [left, setLeft] = useState<string | null>(null)
  useEffect(() => {
    const now = performance.now()
    if (seen.current?.state !== state) seen.current = { state, done, at: now }
    setLeft(timeLeft({ done, of, since: seen.current.done, elapsed: now - seen.current.at }))
  }, [state, done, of])
  return left
}
