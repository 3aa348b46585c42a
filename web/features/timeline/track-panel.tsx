import { showDate, showDayMonth } from '@gya/domain/common/dates.ts'
import { listContacts } from '@gya/domain/features/contacts/contacts.contract.ts'
import { isApplicable } from '@gya/domain/features/timeline/predecessors-of.ts'
import { addSurveyItem, removeSurveyItem, whyNotEditSurvey } from '@gya/domain/features/timeline/rules/surveys.ts'
import { findStep, type StepKey } from '@gya/domain/features/timeline/step-definitions.ts'
import { isSurveyType, surveyTypes } from '@gya/domain/features/timeline/survey-types.ts'
import type { Step, SurveyData } from '@gya/domain/features/timeline/timeline.model.ts'
import type { TrackView } from '@gya/domain/features/timeline/visible-steps.ts'
import { IconCheck, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { LookupField } from '../../ui/fields/lookup-field.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { isDay } from './step-dates-dialog.tsx'
import { StepRow } from './step-row.tsx'
import { removeSurveyQuestion } from './timeline.messages.ts'
import type { TimelineEdit } from './use-timeline-edit.ts'

/** "Contact selector: 99 per page." [administration §9](docs/design/administration.md#9). */
const contactsPageSize = 99

/** Searches the points of contact of all contacts. */
const findPocs = (companyId: string) => async (text: string, signal: AbortSignal) => {
  const query = { textSearch: text, itemsPerPage: String(contactsPageSize), currentPage: '0' }
  const { data } = await callApi(listContacts, { params: { companyId }, query, signal })
  return data.flatMap((contact) => contact.pocs.map((poc) => ({ value: poc._id, label: poc.name, note: contact.name })))
}

type SurveyContactProps = { stepKey: StepKey; value: string | null; edit: TimelineEdit; onChange: (pocId: string | null) => void }

/** "survey entry controls (date, notes, contact point of contact, awaiting reports)" */
export function SurveyContact({ stepKey, value, edit, onChange }: SurveyContactProps) {
  const [picked, setPicked] = useState<Option<string> | null>(null)
  const saved = edit.surveyContactOf(stepKey)
  const chosen =
    value === null ? null : picked?.value === value ? picked : saved && { value, label: saved.name, note: saved.contact }
  return (
    <LookupField
      label="Point of contact"
      className="full"
      optional
      placeholder="Search contacts"
      minimum={1}
      delay={300}
      value={chosen}
      find={findPocs(edit.companyId)}
      onChange={(option) => {
        setPicked(option)
        onChange(option?.value ?? null)
      }}
    />
  )
}

const lockedReason = 'A survey that is complete or awaiting reports keeps its date and notes'

/** Booked surveys with their data, and a row that adds one. */
export function SurveyTrack({ steps, edit }: { steps: readonly Step[]; edit: TimelineEdit }) {
  return (
    <>
      {steps.map((step) => (
        <div key={step.key}>
          <StepRow step={step} edit={edit} />
          {isSurveyType(step.key) && step.survey && <SurveyFields step={step} survey={step.survey} edit={edit} />}
        </div>
      ))}
      <AddSurvey edit={edit} />
    </>
  )
}

function SurveyFields({ step, survey, edit }: { step: Step; survey: SurveyData; edit: TimelineEdit }) {
  const [confirming, setConfirming] = useState(false)
  const { forgetTyped } = edit
  const dateName = `${step.key}.survey`
  useEffect(() => () => forgetTyped(dateName), [forgetTyped, dateName])
  const reason = whyNotEditSurvey(step) ? lockedReason : null
  const set = (changed: Partial<SurveyData>) =>
    edit.request(step, { state: step.state, survey: { ...edit.edits.items[step.key]?.survey, ...changed } })
  const remove = () => {
    setConfirming(false)
    const { key: _key, ...item } = removeSurveyItem(step)
    edit.request(step, item)
  }
  return (
    <div className="survey">
      <div className="grid2">
        <DateField
          label="Survey date"
          small
          {...edit.dateField(dateName, { day: survey.date, set: (date) => set({ date }) })}
          disabledReason={reason}
        />
        <CheckField
          label="Awaiting reports"
          checked={survey.awaitingReports}
          onChange={(awaitingReports) => set({ awaitingReports })}
          disabledReason={step.state === 'C' ? 'A complete survey awaits no report' : null}
        />
        <SurveyContact stepKey={step.key} value={survey.contactPOC} edit={edit} onChange={(contactPOC) => set({ contactPOC })} />
        <TextField
          label="Notes"
          small
          className="full"
          value={survey.reference}
          onChange={(reference) => set({ reference })}
          maxLength={500}
          disabledReason={reason}
        />
      </div>
      <div className="num">
        <Button size="s" variant="danger-quiet" onClick={() => setConfirming(true)}>
          Remove
        </Button>
      </div>
      <ConfirmDialog
        open={confirming}
        title={`Remove ${step.title}`}
        confirmLabel="Remove survey"
        danger
        onConfirm={remove}
        onCancel={() => setConfirming(false)}
      >
        <p>{removeSurveyQuestion}</p>
      </ConfirmDialog>
    </div>
  )
}

function AddSurvey({ edit }: { edit: TimelineEdit }) {
  const [type, setType] = useState<StepKey | null>(null)
  const [date, setDate] = useState<string | null>(null)
  const free = surveyTypes.filter(({ key }) => !findStep(edit.outcome.timeline, key))
  const isReady = isDay(date)
  const add = () => {
    const definition = surveyTypes.find(({ key }) => key === type)
    if (!definition || !isDay(date)) return
    const { key, ...item } = addSurveyItem(definition.key, { date, contactPOC: null, reference: '', awaitingReports: false })
    edit.request({ key } as Step, item)
    setType(null)
    setDate(null)
  }
  return (
    <div className="addrow">
      <SelectField
        label="Survey type"
        hideLabel
        small
        placeholder="Survey type"
        options={free.map(({ key, title }) => ({ value: key, label: title }))}
        value={type ?? undefined}
        onChange={setType}
      />
      <DateField
        label="Survey date"
        nearest="either"
        hideLabel
        small
        placeholder="Date"
        width={112}
        value={date}
        onChange={setDate}
      />
      <Button
        size="s"
        onClick={add}
        disabledReason={type === null ? 'Choose a type of survey' : isReady ? null : 'Set a survey date first'}
        aria-label={isReady && date ? `Add survey on ${showDate(date)}` : 'Add survey'}
      >
        Add survey
      </Button>
    </div>
  )
}

const trackClasses = { PS: '', F: 'col fin', L: 'col leg', S: 'col sur', C: '' }

/** "3 of 5 complete", of the applicable steps. */
export const completedCountText = (steps: readonly Step[]): string => {
  const applicable = steps.filter(isApplicable)
  return `${applicable.filter((step) => step.state === 'C').length} of ${applicable.length} complete`
}

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

/** When folded, a list of completed steps. */
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
