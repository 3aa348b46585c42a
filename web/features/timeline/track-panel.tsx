import { showDayMonth } from '@gya/domain/common/dates.ts'
import { isApplicable } from '@gya/domain/features/timeline/predecessors.ts'
import type { Step } from '@gya/domain/features/timeline/timeline.model.ts'
import type { TrackView } from '@gya/domain/features/timeline/visible-tracks.ts'
import { IconCheck, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Icon } from '../../ui/icon.tsx'
import { StepRow } from './step-row.tsx'
import { SurveyTrack } from './survey-track.tsx'
import type { TimelineEdit } from './use-timeline-edit.ts'

const trackClasses = { PS: '', F: 'col fin', L: 'col leg', S: 'col sur', C: '' }

/** "3 of 5 complete", of the steps that apply. */
export const completedCountText = (steps: readonly Step[]): string => {
  const applicable = steps.filter(isApplicable)
  return `${applicable.filter((step) => step.state === 'C').length} of ${applicable.length} complete`
}

/** A track as a column: its colour as a bar, its name and count, a row a step. */
export function TrackPanel({ view, edit, sum }: { view: TrackView; edit: TimelineEdit; sum?: string }) {
  const all = edit.outcome.timeline.filter((step) => step.type === view.track)
  return (
    <section className={`track ${trackClasses[view.track]}`} aria-label={view.title}>
      <header>
        <h2>{view.title}</h2>
        <span className="sum">{sum ?? (view.insteadOfSteps ? '' : completedCountText(all))}</span>
      </header>
      {view.insteadOfSteps && (
        <div className="step na">
          <h3>{view.insteadOfSteps}</h3>
        </div>
      )}
      {view.track === 'S' ? (
        <SurveyTrack steps={view.steps} edit={edit} />
      ) : (
        <div className={view.track === 'C' || view.track === 'PS' ? 'strip' : undefined}>
          {view.steps.map((step) => (
            <StepRow key={step.key} step={step} edit={edit} />
          ))}
        </div>
      )}
    </section>
  )
}

/** The selling track: one line of what is done when folded, its steps when open. */
export function SellingTrack({
  view,
  edit,
  open,
  onToggle,
}: {
  view: TrackView
  edit: TimelineEdit
  open: boolean
  onToggle: () => void
}) {
  const all = edit.outcome.timeline.filter((step) => step.type === 'PS')
  const heading = (
    <h2>
      <button type="button" aria-expanded={open} onClick={onToggle}>
        <Icon of={open ? IconChevronDown : IconChevronRight} size={14} />
        {view.title}
      </button>
    </h2>
  )
  if (open)
    return (
      <section className="track" aria-label={view.title}>
        <header>
          {heading}
          <span className="sum">{completedCountText(all)}</span>
        </header>
        <div className="strip">
          {view.steps.map((step) => (
            <StepRow key={step.key} step={step} edit={edit} />
          ))}
        </div>
      </section>
    )
  return (
    <section className="track shut" aria-label={view.title}>
      <div className="done-row">
        {heading}
        <ol>
          {all
            .filter((step) => step.state === 'C' && step.completedOn)
            .map((step) => (
              <li key={step.key}>
                <Icon of={IconCheck} size={14} />
                {step.title} <time dateTime={step.completedOn ?? ''}>{showDayMonth(step.completedOn ?? '')}</time>
              </li>
            ))}
        </ol>
        <span>{completedCountText(all)}</span>
      </div>
    </section>
  )
}
