import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import type { ExportState as State } from '@gya/domain/features/archives/archives.rules.ts'
import { useState } from 'react'

/** Polling interval while an export is made, in milliseconds. */
const progressEvery = 2_000

const stateWords: Record<State, string> = {
  queued: 'Waiting',
  running: 'Being made',
  done: 'Ready',
  failed: 'Failed',
  expired: 'Removed',
}

type Row = { state: State; failure: string | null; expiresOn: string | null }

const isUnderWay = ({ state }: Row): boolean => state === 'queued' || state === 'running'

/** How often a list of exports is read, and whether one of them is being made. */
export function useExportsUnderWay() {
  const [isWorking, setWorking] = useState(false)
  return {
    isWorking,
    options: isWorking ? { every: progressEvery } : {},
    update: (rows: readonly Row[] | undefined) => {
      const next = rows?.some(isUnderWay) ?? isWorking
      if (next !== isWorking) setWorking(next)
    },
  }
}

/** State of an export: its progress while it is made, why it failed, or until when it can be downloaded. */
export function ExportState({ row }: { row: Row }) {
  const { state, failure, expiresOn } = row
  if (isUnderWay(row))
    return (
      <span role="status">
        <progress aria-label="Export" /> {stateWords[state]}
      </span>
    )
  if (state === 'failed') return <span className="bad">{failure ?? stateWords.failed}</span>
  return <>{state === 'done' && expiresOn ? `Ready until ${showDate(londonDay(expiresOn))}` : stateWords[state]}</>
}
