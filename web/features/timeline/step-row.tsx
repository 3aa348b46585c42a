import { showDate } from '@gya/domain/common/dates.ts'
import { type ErrorCode, errors } from '@gya/domain/error-catalogue.ts'
import { dueOf } from '@gya/domain/features/sale-now/due-steps.ts'
import { leftOpenNote } from '@gya/domain/features/sale-now/sale-now.ts'
import { describeAssumed, describeReason } from '@gya/domain/features/timeline/describe-reason.ts'
import { describeDue, originalDueDate } from '@gya/domain/features/timeline/due.ts'
import { incompleteUpTo } from '@gya/domain/features/timeline/predecessors-of.ts'
import { lostCompletionDate } from '@gya/domain/features/timeline/rules/reopen-step.ts'
import { whyNotCompleteStep } from '@gya/domain/features/timeline/rules/sale-contradictions.ts'
import { earliestDateOf } from '@gya/domain/features/timeline/rules/step-dates.ts'
import { describeOpenSurvey } from '@gya/domain/features/timeline/rules/surveys.ts'
import { findStep, type StepKey, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { type Step, type StepState, stateLabels } from '@gya/domain/features/timeline/timeline.model.ts'
import {
  IconAlertTriangle,
  IconBolt,
  IconCalendarEvent,
  IconCalendarQuestion,
  IconCalendarTime,
  IconChecks,
  IconHourglass,
  IconMessage,
  IconMessagePlus,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useMe } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { StepDatesDialog, stateDates } from './step-dates-dialog.tsx'
import { StepStateControl } from './step-state-control.tsx'
import type { TimelineEdit } from './use-timeline-edit.ts'

export const completionDateFieldId = 'completion-date'

/** The fragment of a link to a step. */
const stepId = (key: StepKey): string => `step-${key}`

/** The screen for entering the missing value. */
const whereToFix: Partial<Record<ErrorCode, 'offers' | 'completionDate'>> = {
  STEP_FOLLOWS_OFFER: 'offers',
  STEP_WITHOUT_OFFER: 'offers',
  EXCHANGED_WITHOUT_OFFER: 'offers',
  COMPLETED_WITHOUT_OFFER: 'offers',
  COMPLETION_DATE_REQUIRED: 'completionDate',
  COMPLETED_WITHOUT_DATE: 'completionDate',
  COMPLETION_DATE_IN_FUTURE: 'completionDate',
  EXCHANGED_AFTER_COMPLETION: 'completionDate',
  SALE_BEFORE_ACCEPTANCE: 'completionDate',
}

const ToOffers = () => {
  const to = useScopedPath()
  return (
    <Link className="link" to={to('/property/offers')}>
      Go to Offers
    </Link>
  )
}

const ToCompletionDate = () => (
  <button type="button" className="link" onClick={() => document.getElementById(completionDateFieldId)?.focus()}>
    Go to the completion date
  </button>
)

/** A refusal with a link to the missing value. */
export const Refusal = ({ code, words }: { code: ErrorCode; words?: string | null }) => (
  <>
    {words ?? errors[code][1]} {whereToFix[code] === 'offers' && <ToOffers />}
    {whereToFix[code] === 'completionDate' && <ToCompletionDate />}
  </>
)

const stateClasses: Record<StepState, string> = { C: '', IP: '', NS: 'ns', NA: 'na', B: 'blocked' }

/** The date of a state that was just set; today by default. */
const StateDateField = ({ step, edit }: { step: Step; edit: TimelineEdit }) => {
  const { forgetTyped } = edit
  useEffect(() => () => forgetTyped(`${step.key}.`), [forgetTyped, step.key])
  const date = stateDates[step.state]
  if (!date) return null
  return (
    <span className="state-date">
      {date.word}
      <DateField
        label={`${date.label}: ${step.title}`}
        hideLabel
        small
        width={124}
        min={earliestDateOf(step.key, edit.acceptedOn) ?? undefined}
        max={edit.today}
        {...edit.dateField(`${step.key}.${date.field}`, {
          day: step[date.field],
          set: (day) => edit.request(step, { state: step.state, [date.field]: day }),
        })}
      />
    </span>
  )
}

const stateWords: Partial<Record<StepState, string>> = { NS: 'Not started', IP: 'In progress', B: 'Delayed' }

const DueText = ({ step, edit }: { step: Step; edit: TimelineEdit }) => {
  const assumed = describeAssumed(step, edit.outcome.timeline)
  if (step.state === 'C')
    return (
      <span title={assumed ?? undefined}>
        Completed {step.completedOn && showDate(step.completedOn)}
        {assumed && (
          <span className="mut">
            {' '}
            <Icon of={IconCalendarQuestion} size={14} /> <span aria-hidden="true">assumed</span>
            <span className="vh">{assumed}</span>
          </span>
        )}
      </span>
    )
  if (step.state === 'NA') return <span>Not applicable</span>
  const leftOpen = leftOpenNote(edit.sale, step.key)
  if (leftOpen) return <span className="left-open">{leftOpen}</span>
  const due = dueOf(edit.sale, step.key, edit.today)
  if (!due) return <span>{stateWords[step.state]}</span>
  const tone = due.awaitingReports ? 'amber' : due.overdue ? 'over' : undefined
  return (
    <span className={tone} title={`Due ${showDate(due.warningDate)}`}>
      {tone && <Icon of={tone === 'amber' ? IconHourglass : IconAlertTriangle} size={14} />} {describeDue(due)}
    </span>
  )
}

/** A moved due date, with its reason and the original one. */
const MovedDue = ({ step }: { step: Step }) => {
  const original = originalDueDate(step)
  if (step.dueOn === null || (step.state !== 'IP' && step.state !== 'B')) return null
  return (
    <span className="why">
      <Icon of={IconCalendarTime} size={12} />
      <span>
        Due moved to {showDate(step.dueOn)}
        {original && (
          <>
            {' '}
            from <s>{showDate(original)}</s>
          </>
        )}
        : {step.dueReason}
      </span>
    </span>
  )
}

/**
 * "The notes page opens with an itemKey query parameter (integer) to pre-filter by timeline key."
 * [reports §2.3](docs/design/reports.md#2.3).
 */
const NotesOnStep = ({ step, count }: { step: Step; count: number }) => {
  const to = useScopedPath()
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

const StepActions = ({ step, edit, stepsUpTo }: { step: Step; edit: TimelineEdit; stepsUpTo: readonly Step[] }) => {
  const [editingDates, setEditingDates] = useState(false)
  const stored = findStep(edit.saved, step.key) !== undefined
  return (
    <span className="step-actions">
      {stepsUpTo.length > 1 && (
        <IconButton
          icon={IconChecks}
          label={`Complete up to ${step.title} (Shift+C)`}
          variant="quiet"
          size="s"
          onClick={() => edit.completeAll(stepsUpTo)}
        />
      )}
      {stateDates[step.state] && (
        <IconButton
          icon={IconCalendarEvent}
          label={`Dates of ${step.title}`}
          variant="quiet"
          size="s"
          aria-haspopup="dialog"
          onClick={() => setEditingDates(true)}
        />
      )}
      {edit.onNewNote && stored && (
        <IconButton
          icon={IconMessagePlus}
          label={`Add a note on ${step.title}`}
          variant="quiet"
          size="s"
          aria-haspopup="dialog"
          onClick={() => edit.onNewNote?.(step.key)}
        />
      )}
      {editingDates && <StepDatesDialog step={step} edit={edit} onClose={() => setEditingDates(false)} />}
    </span>
  )
}

/** Reopening a completed step loses its completion date, so it asks for confirmation. */
const ReopenDialog = ({ step, edit, to, onClose }: { step: Step; edit: TimelineEdit; to: StepState; onClose: () => void }) => {
  const day = lostCompletionDate(findStep(edit.saved, step.key), to)
  const state = stateLabels[to].toLowerCase()
  return (
    <ConfirmDialog
      open
      title={`Set ${step.title} to ${state}?`}
      confirmLabel={`Set to ${state}`}
      onConfirm={() => {
        edit.setState(step, to)
        onClose()
      }}
      onCancel={onClose}
    >
      <p>
        It was completed{day && ` on ${showDate(day)}`}. When the timeline is saved the step loses that day; the history keeps it.
      </p>
    </ConfirmDialog>
  )
}

export function StepRow({ step, edit }: { step: Step; edit: TimelineEdit }) {
  const { singleKeys } = useMe()
  const before = findStep(edit.saved, step.key)
  const changed = edit.outcome.changes.some((change) => change.key === step.key)
  const stateWasSet = edit.edits.items[step.key] !== undefined && before?.state !== step.state && step.survey === null
  const byRule = step.because && step.because.kind !== 'requested' && (step.wasAutoSetToInProgress || changed)
  const open = edit.sale.open.find(({ key }) => key === step.key)
  const isOverdue = !changed && open !== undefined && (open.state === 'B' || edit.sale.late.includes(open))
  const count = edit.notes[step.key] ?? 0
  const sale = { timeline: edit.outcome.timeline, completionDate: edit.completionDate, acceptedOn: edit.acceptedOn }
  const missing = step.state === 'C' ? null : whyNotCompleteStep(step.key, sale, edit.today)
  const isNoSurveyStep = step.key === stepKeys.NotHavingSurvey && step.state !== 'C'
  const openSurvey = isNoSurveyStep ? describeOpenSurvey(edit.outcome.timeline) : null
  const whyNotComplete = openSurvey ?? (missing && errors[missing][1])
  const follows = errors.STEP_FOLLOWS_OFFER[1]
  const isFixed = step.key === stepKeys.SaleAgreed && edit.acceptedOn !== null && step.state === 'C'
  const disabledReasons = {
    ...(whyNotComplete ? { C: whyNotComplete } : {}),
    ...(isFixed ? { NS: follows, IP: follows, B: follows, NA: follows } : {}),
  }
  const isLeftOpen = leftOpenNote(edit.sale, step.key) !== ''
  const [reopenTo, setReopenTo] = useState<StepState | null>(null)
  const setState = (state: StepState) =>
    step.state === 'C' && lostCompletionDate(before, state) ? setReopenTo(state) : edit.setState(step, state)
  const stepsUpTo = whyNotComplete ? [] : incompleteUpTo(edit.outcome.timeline, step)
  return (
    <div id={stepId(step.key)} className={classNames('step', isLeftOpen ? 'left' : stateClasses[step.state], changed && 'dirty')}>
      <div className="step-head">
        <h3>{step.title}</h3>
        <StepActions step={step} edit={edit} stepsUpTo={stepsUpTo} />
      </div>
      <div className="step-body">
        {step.description && <p className="hint">{step.description}</p>}
        <div className="meta">
          {stateWasSet && <StateDateField step={step} edit={edit} />}
          {!(stateWasSet && step.state === 'C') && <DueText step={step} edit={edit} />}
          {count > 0 && <NotesOnStep step={step} count={count} />}
          {step.state === 'B' && step.blockedOn && !stateWasSet && (
            <span className="why">Delayed since {showDate(step.blockedOn)}</span>
          )}
          {stateWasSet && step.state === 'B' && edit.chase && edit.sale.standing === 'agreed' && (
            <span className="why">When this is saved, log a call to say why: the letter to the vendor asks for it.</span>
          )}
          <MovedDue step={step} />
          {byRule && step.because && (
            <span className="why">
              <Icon of={IconBolt} size={12} />
              {describeReason(step.because, edit.outcome.timeline)}
            </span>
          )}
          {isOverdue && edit.chase?.(step)}
          {missing && (
            <span className="waits">
              <Refusal code={missing} />
            </span>
          )}
        </div>
      </div>
      <StepStateControl
        step={step.title}
        value={step.state}
        singleKeys={singleKeys}
        onChange={setState}
        onCompleteUpTo={stepsUpTo.length > 0 ? () => edit.completeAll(stepsUpTo) : undefined}
        disabledReasons={disabledReasons}
      />
      {reopenTo && <ReopenDialog step={step} edit={edit} to={reopenTo} onClose={() => setReopenTo(null)} />}
    </div>
  )
}
