import { showDate } from '@gya/domain/common/dates.ts'
import { type DueFacts, dueInWords, dueOf } from '@gya/domain/features/timeline/due.ts'
import { reasonInWords } from '@gya/domain/features/timeline/reason-in-words.ts'
import { findStep } from '@gya/domain/features/timeline/steps.ts'
import type { Step, StepState } from '@gya/domain/features/timeline/timeline.model.ts'
import { whyNotCompleteStep } from '@gya/domain/features/timeline/why-not-complete-step.ts'
import { IconAlertTriangle, IconBolt, IconHourglass, IconMessage } from '@tabler/icons-react'
import { useTo } from '../../platform/place.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { StepStateControl } from '../../ui/step-state-control.tsx'
import { exchangeGuard } from './timeline.messages.ts'
import type { TimelineEdit } from './use-timeline-edit.ts'

const looks: Record<StepState, string> = { C: '', IP: '', NS: 'ns', NA: 'na', B: 'blocked' }

/** When a step is due, or what became of it, in words. */
const Due = ({ step, edit, facts }: { step: Step; edit: TimelineEdit; facts: DueFacts }) => {
  if (step.state === 'C') return <span>Completed {step.completedOn && showDate(step.completedOn)}</span>
  if (step.state === 'NA') return <span>Not applicable</span>
  if (step.state === 'NS') return <span>Not started</span>
  const due = dueOf(edit.outcome.timeline, step, facts)
  if (!due) return <span>{step.state === 'B' ? 'Delayed' : 'In progress'}</span>
  const tone = due.awaitingReports ? 'amber' : due.overdue ? 'over' : undefined
  return (
    <span className={tone} title={`Due ${showDate(due.warningDate)}`}>
      {tone && <Icon of={tone === 'amber' ? IconHourglass : IconAlertTriangle} size={14} />} {dueInWords(due)}
    </span>
  )
}

/** "The notes page opens with an itemKey query parameter (integer) to pre-filter by timeline key." Reports document, section 2.3. */
const NotesOnStep = ({ step, count }: { step: Step; count: number }) => {
  const to = useTo()
  return (
    <Link
      className="notes"
      to={to('/property/notes', {}, { itemKey: String(step.key) })}
      aria-label={`${count} ${count === 1 ? 'note' : 'notes'} on ${step.title}`}
    >
      <Icon of={IconMessage} size={14} />
      {count}
    </Link>
  )
}

/** A step: its state, its title, when it is due, and why a rule changed it. */
export function StepRow({ step, edit }: { step: Step; edit: TimelineEdit }) {
  const before = findStep(edit.saved, step.key)
  const changed = edit.outcome.changes.some((change) => change.key === step.key)
  const byRule = step.because && step.because.kind !== 'requested' && (step.wasAutoSetToInProgress || changed)
  const facts = { today: edit.today, completionDate: edit.completionDate }
  const count = edit.notes[step.key] ?? 0
  const cannotComplete = before?.state !== 'C' && whyNotCompleteStep(step.key, edit.completionDate) !== null
  return (
    <div className={classNames('step', looks[step.state], changed && 'dirty')}>
      <div>
        <h3>{step.title}</h3>
        {step.description && <p className="hint">{step.description}</p>}
        <div className="meta">
          <Due step={step} edit={edit} facts={facts} />
          {count > 0 && <NotesOnStep step={step} count={count} />}
          {step.state === 'B' && step.blockedOn && <span className="why">Delayed since {showDate(step.blockedOn)}</span>}
          {byRule && step.because && (
            <span className="why">
              <Icon of={IconBolt} size={12} />
              {reasonInWords(step.because, edit.outcome.timeline)}
            </span>
          )}
        </div>
      </div>
      <StepStateControl
        step={step.title}
        value={step.state}
        onChange={(state) => edit.request(step, { state })}
        {...(cannotComplete ? { disabledReasons: { C: exchangeGuard } } : {})}
      />
    </div>
  )
}
