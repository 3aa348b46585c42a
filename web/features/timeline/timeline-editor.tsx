import { errors } from '@gya/domain/errors.ts'
import { readBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { readCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { isPreSaleComplete } from '@gya/domain/features/timeline/predecessors.ts'
import { findStep } from '@gya/domain/features/timeline/steps.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { type Change, stateWords } from '@gya/domain/features/timeline/timeline.model.ts'
import { isReadyForCompleting, visibleTracks } from '@gya/domain/features/timeline/visible-tracks.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import '../../ui/timeline.css'
import { LeaveGuard } from '../../platform/leave-guard.tsx'
import { useRemembered } from '../../platform/remembered.ts'
import { useCall } from '../../platform/use-call.ts'
import { useSave } from '../../platform/use-save.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { NewerSaved } from '../../ui/newer-saved.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { NewerSave } from './newer-save.tsx'
import { exchangeGuard, reviewAlert, saveMessages, showAllSteps } from './timeline.messages.ts'
import { SellingTrack, TrackPanel } from './track-panel.tsx'
import { type TimelineEdit, useTimelineEdit } from './use-timeline-edit.ts'

type Property = Parameters<typeof useTimelineEdit>[0]
type Params = { companyId: string; branchId: string; propertyId: string }

/** What Save will do, in words: "Searches back complete, Enquiries raised in progress". */
const inWords = (edit: TimelineEdit, changes: readonly Change[]): string =>
  changes
    .map((change) => {
      const title = change.after?.title ?? findStep(edit.saved, change.key)?.title ?? ''
      return change.to ? `${title} ${stateWords[change.to].toLowerCase()}` : `${title} removed`
    })
    .join(', ')

/** The timeline of a property: five tracks, what saving would change and why, and the save itself. */
export function TimelineEditor({
  property,
  params,
  actions,
}: {
  property: Property
  params: Params
  /** At the end of the row above the tracks; `dirty` while something is not saved. */
  actions?: (dirty: boolean) => ReactNode
}) {
  const edit = useTimelineEdit(property)
  const { outcome } = edit
  const [showAll, setShowAll] = useState(false)
  const [byCompany, setByCompany] = useRemembered<boolean>('timeline.company', false)
  const [byBranch, setByBranch] = useRemembered<boolean>('timeline.branch', false)
  const [sellingOpen, setSellingOpen] = useState(!isPreSaleComplete(edit.saved))
  const company = useCall(readCompany, { params: { companyId: params.companyId } }, { enabled: byCompany })
  const branch = useCall(
    readBranch,
    { params: { companyId: params.companyId, branchId: params.branchId } },
    { enabled: byBranch },
  )
  const saving = useSave(saveTimeline, saveMessages)

  const views = visibleTracks(outcome.timeline, {
    showAll,
    cashBuyer: edit.cashBuyer,
    companyTemplate: byCompany ? (company.data?.timeline ?? null) : null,
    branchTemplate: byBranch ? (branch.data?.timelineTemplate ?? null) : null,
  })
  const selling = views.find((view) => view.track === 'PS')
  const middle = views.filter((view) => ['F', 'L', 'S'].includes(view.track))
  const completing = views.find((view) => view.track === 'C')

  const send = async (version: number) => {
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
    if (answer) edit.discard()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (edit.dirty && !outcome.refused && !saving.pending) void send(edit.version)
  }

  return (
    <form className="timeline-form" onSubmit={submit} noValidate>
      <LeaveGuard dirty={edit.dirty && !saving.pending} />
      {saving.overlay}
      <div className="toolbar">
        <SwitchField label={showAllSteps} checked={showAll} onChange={setShowAll} />
        <span className="mut">Keep steps of</span>
        <CheckField label="Company template" checked={byCompany} onChange={setByCompany} />
        <CheckField label="Branch template" checked={byBranch} onChange={setByBranch} />
        <span className="spacer" />
        {actions?.(edit.dirty)}
      </div>
      {saving.error?.code === 'STALE_VERSION' ? (
        <NewerSave
          params={params}
          edit={edit}
          error={saving.error}
          onSave={send}
          onDiscard={edit.discard}
          onDone={saving.reset}
        />
      ) : (
        saving.error && (
          <Notice tone="bad" title={saveMessages.failure.title}>
            {saving.error.message}
          </Notice>
        )
      )}
      {edit.overtaken.length > 0 && !saving.pending && saving.error?.code !== 'STALE_VERSION' && (
        <NewerSaved>A colleague has changed {edit.overtaken.join(', ')} meanwhile.</NewerSaved>
      )}
      {outcome.refused && <Notice tone="bad">{errors[outcome.refused][1]}</Notice>}
      {outcome.reopened.length > 0 && <Notice tone="warn">{reviewAlert}</Notice>}
      {selling && <SellingTrack view={selling} edit={edit} open={sellingOpen} onToggle={() => setSellingOpen(!sellingOpen)} />}
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
          {...(isReadyForCompleting(outcome.timeline) ? {} : { sum: 'Starts when financial, legal and survey are complete' })}
          foot={<CompletionFoot edit={edit} />}
        />
      )}
      {!showAll && !completing && (
        <p className="hint last">Further steps appear when the ones before them are complete. {showAllSteps} shows them now.</p>
      )}
      <SaveBar
        changes={edit.changeCount}
        summary={inWords(edit, outcome.changes)}
        saveLabel="Save timeline"
        pending={saving.pending}
        disabledReason={!edit.dirty ? 'Nothing has changed' : outcome.refused ? errors[outcome.refused][1] : null}
        onDiscard={edit.discard}
      />
    </form>
  )
}

const CompletionFoot = ({ edit }: { edit: TimelineEdit }) => (
  <div className="foot">
    <DateField
      label="Completion date"
      placeholder="Not set"
      value={edit.completionDate}
      onChange={(date) => (date === null || /^\d{4}-\d{2}-\d{2}$/.test(date)) && edit.setCompletionDate(date)}
    />
    <CheckField label="Invoice sent" checked={edit.invoiceSent} onChange={edit.setInvoiceSent} />
    {edit.completionDate === null && <span className="mut t12">{exchangeGuard}</span>}
  </div>
)
