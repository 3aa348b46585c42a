import { showDate } from '@gya/domain/common/dates.ts'
import { findStep, isSurveyType, type StepKey, surveyTypes } from '@gya/domain/features/timeline/steps.ts'
import { addSurveyItem, removeSurveyItem, whyNotEditSurvey } from '@gya/domain/features/timeline/surveys.ts'
import type { Step, SurveyData } from '@gya/domain/features/timeline/timeline.model.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { isDay } from './step-dates.ts'
import { StepRow } from './step-row.tsx'
import { SurveyContact } from './survey-contact.tsx'
import { removeSurveyQuestion } from './timeline.messages.ts'
import type { TimelineEdit } from './use-timeline-edit.ts'

const lockedReason = 'A survey that is complete or awaiting reports keeps its date and notes'

/** The steps of the survey track: each booked survey with its own data, and below them a row to add another. */
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
  const [asking, setAsking] = useState(false)
  const reason = whyNotEditSurvey(step) ? lockedReason : null
  const set = (changed: Partial<SurveyData>) =>
    edit.request(step, { state: step.state, survey: { ...edit.edits.items[step.key]?.survey, ...changed } })
  const remove = () => {
    setAsking(false)
    const { key: _key, ...item } = removeSurveyItem(step)
    edit.request(step, item)
  }
  return (
    <div className="survey">
      <div className="grid2">
        <DateField
          label="Survey date"
          small
          value={survey.date}
          onChange={(date) => {
            edit.setInvalidDate(`${step.key}.survey`, !isDay(date))
            if (isDay(date)) set({ date })
          }}
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
        <Button size="s" variant="danger-quiet" onClick={() => setAsking(true)}>
          Remove
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={`Remove ${step.title}`}
        confirmLabel="Remove survey"
        danger
        onConfirm={remove}
        onCancel={() => setAsking(false)}
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
      <DateField label="Survey date" hideLabel small placeholder="Date" width={112} value={date} onChange={setDate} />
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
