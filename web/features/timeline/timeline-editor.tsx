import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { unlikelyCompletionDay, unlikelySurveyDay } from '@gya/domain/common/unlikely-values.ts'
import { readBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { readCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { tidyNotes } from '@gya/domain/features/sale-now/sale-now.ts'
import { isPreSaleComplete } from '@gya/domain/features/timeline/predecessors-of.ts'
import { saleContradictions } from '@gya/domain/features/timeline/rules/sale-contradictions.ts'
import { findStep, type StepKey } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { stateLabels } from '@gya/domain/features/timeline/timeline.model.ts'
import { isCompleting, isReadyForCompleting, visibleTracks } from '@gya/domain/features/timeline/visible-steps.ts'
import { useRouterState } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import './timeline.css'
import type { ApiError } from '../../lib/api/call-api.ts'
import { isOutcomeUnknown } from '../../lib/api/report-failure.ts'
import { useCacheAnswer, useCall } from '../../lib/api/use-call.ts'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import { SaveFailed } from '../../lib/forms/save-failed.tsx'
import { usePlausibilityCheck } from '../../lib/forms/use-plausibility-check.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { useLocalStorage } from '../../lib/storage/use-local-storage.ts'
import { NewerVersionNotice, Notice } from '../../ui/feedback/notice.tsx'
import { SaveBar } from '../../ui/layout/save-bar.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { ConcurrentSave, ConflictingDatesDialog, conflictingDates, SavedMeanwhile } from './save-questions.tsx'
import { Refusal } from './step-row.tsx'
import { contradictionTitle, reviewAlert, saveMessages, showAllSteps } from './timeline.messages.ts'
import { TimelineToolbar } from './timeline-toolbar.tsx'
import { SellingTrack, TrackPanel } from './track-panel.tsx'
import { type TimelineEdit, useTimelineEdit } from './use-timeline-edit.ts'

type EditedProperty = Parameters<typeof useTimelineEdit>[0]
/** "Searches back complete", "Enquiries raised in progress", "Completion date 01/12/2026" */
const changeTexts = (edit: TimelineEdit): string[] => [
  ...edit.outcome.changes.map(({ key, from, to, after }) => {
    const title = after?.title ?? findStep(edit.saved, key)?.title ?? ''
    if (to === null) return `${title} removed`
    return from === to ? `${title} dates or details` : `${title} ${stateLabels[to].toLowerCase()}`
  }),
  ...edit.otherChanges,
]

export function TimelineEditor({
  property,
  params,
  fallOff,
  beside,
  onNewNote,
  chase,
  beforeExchange,
}: {
  property: EditedProperty
  params: PropertyParams
  /** Perform fall off; null if it is not offered. `dirty`: there are unsaved changes. */
  fallOff?: ((dirty: boolean) => MenuItem) | null
  /** Shown in a column on the right of wide windows. */
  beside?: ReactNode
  onNewNote?: ((key: StepKey) => void) | undefined
  /** Shown below the completing track: checks required before exchange. */
  beforeExchange?: ReactNode
  /** Call and Log buttons for the party that an overdue step is waiting for. */
  chase?: TimelineEdit['chase']
}) {
  const edit = useTimelineEdit(property, { onNewNote, chase })
  const { outcome } = edit
  const changes = changeTexts(edit)
  const hasSale = edit.acceptedOn !== null || ['exchanged', 'completed'].includes(property.phase) || edit.completionDate !== null
  const [showAll, setShowAll] = useState(false)
  const [byCompany, setByCompany] = useLocalStorage<boolean>('timeline.company', false)
  const [byBranch, setByBranch] = useLocalStorage<boolean>('timeline.branch', false)
  const isSold = isPreSaleComplete(edit.saved)
  const [sellingOpen, setSellingOpen] = useState(!isSold)
  const [wasSold, setWasSold] = useState(isSold)
  if (isSold !== wasSold) {
    setWasSold(isSold)
    // After a fall-off, the open steps are those of selling.
    if (!isSold) setSellingOpen(true)
  }
  const company = useCall(readCompany, { params: { companyId: params.companyId } }, { enabled: byCompany })
  const branch = useCall(
    readBranch,
    { params: { companyId: params.companyId, branchId: params.branchId } },
    { enabled: byBranch },
  )
  const [isUncertain, setIsUncertain] = useState(false)
  const isSavedAlready = ({ code, details }: ApiError) => isUncertain && code === 'STALE_VERSION' && 'yours' in details
  const saving = useSave(saveTimeline, saveMessages, isSavedAlready)
  const { error } = saving
  if (error && error.code !== 'STALE_VERSION' && isUncertain !== isOutcomeUnknown(error)) setIsUncertain(!isUncertain)
  const cacheAnswer = useCacheAnswer()
  const plausibility = usePlausibilityCheck()

  const views = visibleTracks(outcome.timeline, {
    showAll,
    cashBuyer: edit.cashBuyer,
    lateSteps: edit.sale.late.map(({ key }) => key),
    companyTemplate: byCompany ? (company.data?.timeline ?? null) : null,
    branchTemplate: byBranch ? (branch.data?.timelineTemplate ?? null) : null,
  })
  const selling = views.find((view) => view.track === 'PS')
  const middle = views.filter((view) => ['F', 'L', 'S'].includes(view.track))
  const completing = views.find((view) => view.track === 'C')

  const send = async (version: number) => {
    if (error && isSavedAlready(error)) setIsUncertain(false)
    const answer = await saving.save({
      params,
      body: {
        timeline: Object.values(edit.edits.items)
          .filter((item) => item !== undefined)
          .map(({ survey, ...item }) => ({ ...item, ...(survey ? { surveyData: survey } : {}) })),
        ...(edit.edits.completionDate === undefined ? {} : { completionDate: edit.edits.completionDate }),
        ...(edit.edits.invoiceSent === undefined ? {} : { invoiceSent: edit.edits.invoiceSent }),
        version,
      },
    })
    if (!answer) return
    // Until the refetch, the editor would show the steps from before the save.
    cacheAnswer(readProperty, { params }, answer)
    setIsUncertain(false)
    edit.discard()
  }
  const form = useRef<HTMLFormElement>(null)
  useFocusOfAddress(form)
  const [askingDates, setAskingDates] = useState(false)
  const [answeredConflict, setAnsweredConflict] = useState<string | null>(null)
  const conflict = conflictingDates(edit)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!edit.dirty || edit.hasInvalidDate || outcome.refused || saving.pending) return
    if (conflict && JSON.stringify(conflict) !== answeredConflict) setAskingDates(true)
    else plausibility.ask(implausibleDates(edit), () => void send(edit.version))
  }
  const answer = (correct: () => void) => {
    flushSync(() => {
      setAskingDates(false)
      setAnsweredConflict(JSON.stringify(conflict))
      correct()
    })
    form.current?.requestSubmit()
  }

  return (
    <form className="timeline-form" ref={form} onSubmit={submit} noValidate>
      <LeaveGuard dirty={edit.dirty && (!saving.pending || saving.waiting)} />
      {saving.overlay}
      {plausibility.dialog}
      <TimelineToolbar
        edit={edit}
        hasSale={hasSale}
        toggles={[
          { label: showAllSteps, checked: showAll, onChange: setShowAll },
          { label: 'Company template', checked: byCompany, onChange: setByCompany },
          { label: 'Branch template', checked: byBranch, onChange: setByBranch },
        ]}
        fallOff={fallOff?.(edit.dirty)}
      />
      <div className="timeline-page">
        <div className="timeline-tracks">
          {error && isSavedAlready(error) ? (
            <SavedMeanwhile on={error.details.savedOn ?? ''} version={property.version} edit={edit} />
          ) : error?.code === 'STALE_VERSION' ? (
            <ConcurrentSave {...{ params, edit, error }} onSave={send} onDiscard={edit.discard} onDone={saving.reset} />
          ) : (
            error && (
              <SaveFailed error={error} onRetry={() => void send(edit.version)}>
                {saveMessages.failure.title}. {error.message}
              </SaveFailed>
            )
          )}
          {edit.conflicts.length > 0 && !saving.pending && !error && (
            <NewerVersionNotice>A colleague has changed {edit.conflicts.join(', ')} meanwhile.</NewerVersionNotice>
          )}
          <Contradictions edit={edit} />
          {outcome.refused && (
            <Notice tone="bad">
              <Refusal code={outcome.refused} words={edit.refusal} />
            </Notice>
          )}
          {outcome.reopened.length > 0 && <Notice tone="warn">{reviewAlert}</Notice>}
          {selling && (
            <SellingTrack view={selling} edit={edit} open={sellingOpen} onToggle={() => setSellingOpen(!sellingOpen)} />
          )}
          {middle.length > 0 && (
            <div className="tracks">
              {middle.map((view) => (
                <TrackPanel key={view.track} view={view} edit={edit} />
              ))}
            </div>
          )}
          {completing && (
            <TrackPanel
              view={completing}
              edit={edit}
              {...(isReadyForCompleting(outcome.timeline) || isCompleting(outcome.timeline)
                ? {}
                : { sum: 'Starts when financial, legal and survey are complete' })}
            />
          )}
          {beforeExchange}
          {!showAll && !completing && (
            <p className="hint last">
              Further steps appear when the ones before them are complete. {showAllSteps} shows them now.
            </p>
          )}
        </div>
        {beside && <div className="timeline-beside">{beside}</div>}
      </div>
      <SaveBar
        changes={changes.length}
        summary={changes.join(', ')}
        saveLabel="Save timeline"
        pending={saving.pending}
        disabledReason={edit.hasInvalidDate ? 'Enter each day as DD/MM/YYYY' : edit.dirty ? edit.refusal : 'Nothing has changed'}
        onDiscard={edit.discard}
      />
      {askingDates && conflict && (
        <ConflictingDatesDialog days={conflict} edit={edit} onAnswer={answer} onCancel={() => setAskingDates(false)} />
      )}
    </form>
  )
}

/** Focuses the state of the step, or the field, that a link names: the keys of the timeline act on it. The router scrolls to it. */
function useFocusOfAddress(form: RefObject<HTMLFormElement | null>): void {
  const id = useRouterState({ select: ({ location }) => location.hash })
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key })
  useEffect(() => {
    const target = id ? form.current?.querySelector<HTMLElement>(`#${CSS.escape(id)}`) : null
    const states = target?.querySelector('.state')
    const field = states?.querySelector<HTMLElement>('input:checked') ?? states?.querySelector<HTMLElement>('input') ?? target
    field?.focus({ preventScroll: true })
  }, [id, visit, form])
}

/** Contradictions in data from before the current rules. */
const Contradictions = ({ edit }: { edit: TimelineEdit }) => {
  const { outcome, saved, completionDate, savedCompletionDate, acceptedOn, today, sale } = edit
  const notes = tidyNotes(sale)
  const contradictions = outcome.refused
    ? saleContradictions(saved, { completionDate: savedCompletionDate, acceptedOn }, today)
    : saleContradictions(outcome.timeline, { completionDate, acceptedOn }, today)
  if (contradictions.length + notes.length === 0) return null
  return (
    <Notice tone="warn" title={contradictions.length > 0 ? contradictionTitle : 'To tidy'}>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {contradictions.map((code) => (
          <li key={code}>
            <Refusal code={code} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const implausibleDates = ({ edits, today }: TimelineEdit) => [
  unlikelyCompletionDay(edits.completionDate ?? null, today),
  ...Object.values(edits.items).map((item) => unlikelySurveyDay(item?.survey?.date ?? null, today)),
]
