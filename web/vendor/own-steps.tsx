import type { VendorStepState } from '@gya/domain/features/vendors/own-sale.ts'
import { IconAlertTriangle, IconCheck, IconHourglass, IconProgress } from '@tabler/icons-react'
import { Icon } from '../ui/icon.tsx'
import type { VendorProperty } from './own-sale-view.tsx'
import { stepDayText } from './own-words.ts'

type Sale = VendorProperty['sale']

const signs = { done: IconCheck, now: IconProgress, late: IconAlertTriangle, waiting: IconHourglass }
const looks: Record<VendorStepState, string> = { done: 'c', now: 'at', late: 'late', waiting: 'wait', next: 'n' }
const tones: Partial<Record<VendorStepState, string>> = { late: 'over', waiting: 'amber' }
const spoken: Record<VendorStepState, string> = {
  done: 'Done',
  now: 'In hand',
  late: 'Late',
  waiting: 'Waiting',
  next: 'Not started',
}

/** What happens now, the late first, and what comes next. */
export const Happening = ({ sale: { now, next } }: { sale: Sale }) => (
  <section className="vnext" aria-labelledby="vendor-now">
    <h2 id="vendor-now">What happens now</h2>
    {now.map(({ key, state, name, sentence }) => (
      <p key={key} className={tones[state]}>
        <Icon of={state === 'late' || state === 'waiting' ? signs[state] : IconProgress} size={16} />
        <span>
          {name}
          <small>{sentence}</small>
        </span>
      </p>
    ))}
    {now.length === 0 && !next && <p>Everything is done.</p>}
    {next && <p className="mut">Next: {next.name}</p>}
  </section>
)

const trackLooks: Partial<Record<Sale['tracks'][number]['track'], string>> = { L: 'leg', F: 'fin' }

/** A track in the vendor's words: a line a step, with the day it was done or is expected. */
export const Track = ({ track: { track, title, done, steps } }: { track: Sale['tracks'][number] }) => (
  <section className={`vtrack ${trackLooks[track] ?? 'gry'}`} aria-label={title}>
    <h2>
      {title}
      <span>
        {done} of {steps.length}
      </span>
    </h2>
    <ol>
      {steps.map((step) => (
        <li key={step.key} className={looks[step.state]}>
          {step.state === 'next' ? <i /> : <Icon of={signs[step.state]} size={16} />}
          <span>
            {step.name}
            <span className="vh">, {spoken[step.state]}</span>
          </span>
          <time dateTime={step.on ?? undefined}>{stepDayText(step)}</time>
        </li>
      ))}
    </ol>
  </section>
)
