import { showDays } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readStepTimes } from '@gya/domain/features/forecast/forecast.contract.ts'
import { adoptDeadlines, type DeadlineChange, deadlineChanges } from '@gya/domain/features/forecast/proposed-deadlines.ts'
import type { TemplateStep } from '@gya/domain/features/timeline/timeline.model.ts'
import { saveBranchTimeline, saveCompanyTimeline } from '@gya/domain/features/timeline/timeline-templates.contract.ts'
import { useState } from 'react'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CheckField } from '../../ui/fields/check-field.tsx'
import type { ForecastScope } from './coming.tsx'

/** The timeline template of the branch or, for the whole company, of the company. */
export type ForecastTemplate = { steps: readonly TemplateStep[]; version: number }

const messages = {
  success: { title: 'Deadlines saved', text: 'The timeline was successfully saved.' },
  failure: { title: 'Error saving', text: 'An error occured saving the timeline.' },
}

/**
 * "8 of 10 finish within 14 days; the template says 21": deadlines to adopt in one save. "Later properties copy it, earlier
 * ones stay. Nothing changes by itself." [forecast §4](docs/design/forecast.md#4).
 */
export function ProposedDeadlines({
  scope,
  template,
  proposed,
}: {
  scope: ForecastScope
  template: ForecastTemplate
  proposed: Wire<typeof readStepTimes, 'response'>['deadlines']
}) {
  const mayEdit = useMay('template.edit')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [confirming, setConfirming] = useState(false)
  const changes = deadlineChanges(template.steps, proposed)
  const adopted = changes.filter(({ key, isTooLong }) => chosen.has(key) && !isTooLong)
  const whose = scope.branchId === null ? 'Branches created' : 'Properties created'
  const choose = (key: number, on: boolean) =>
    setChosen((before) => new Set(on ? [...before, key] : [...before].filter((other) => other !== key)))
  return (
    <section className="panel" aria-labelledby="proposed-deadlines">
      <header>
        <h2 id="proposed-deadlines">Proposed deadlines</h2>
        <span className="mut">the days within which 8 in 10 finish, once a step has finished 30 times</span>
      </header>
      {changes.length === 0 ? (
        <p className="deadlines">
          {proposed.length === 0
            ? 'No step has finished 30 times yet.'
            : `The timeline of the ${scope.branchId === null ? 'company' : 'branch'} has these deadlines already.`}
        </p>
      ) : (
        <>
          <section className="scroll-x" tabIndex={0} aria-label="Proposed deadlines, table">
            <table className="forecast-table">
              <thead>
                <tr>
                  <th>Step</th>
                  <th className="num">8 in 10 within</th>
                  <th className="num">Template</th>
                  <th className="num">Learned from</th>
                </tr>
              </thead>
              <tbody>
                {changes.map((change) => (
                  <DeadlineRow
                    key={change.key}
                    change={change}
                    mayEdit={mayEdit}
                    chosen={chosen.has(change.key)}
                    onChoose={choose}
                  />
                ))}
              </tbody>
            </table>
          </section>
          {mayEdit && (
            <div className="deadlines">
              <Button
                variant="primary"
                size="s"
                disabledReason={adopted.length === 0 ? 'Tick the deadlines to use.' : null}
                onClick={() => setConfirming(true)}
              >
                {adopted.length === 0
                  ? 'Use deadlines'
                  : adopted.length === 1
                    ? 'Use 1 deadline'
                    : `Use ${adopted.length} deadlines`}
              </Button>
            </div>
          )}
        </>
      )}
      {confirming && (
        <Confirm
          scope={scope}
          timeline={adoptDeadlines(template.steps, changes, chosen)}
          version={template.version}
          onClose={() => setConfirming(false)}
          onDone={() => {
            setConfirming(false)
            setChosen(new Set())
          }}
        >
          <ul>
            {adopted.map(({ key, title, days, templateDays }) => (
              <li key={key}>
                {title}: {showDays(days)} instead of {showDays(templateDays)}
              </li>
            ))}
          </ul>
          <p>{whose} from now on get these deadlines. Existing ones are not changed.</p>
        </Confirm>
      )}
    </section>
  )
}

function DeadlineRow({
  change: { key, title, days, done, templateDays, isTooLong },
  mayEdit,
  chosen,
  onChoose,
}: {
  change: DeadlineChange
  mayEdit: boolean
  chosen: boolean
  onChoose: (key: number, on: boolean) => void
}) {
  const mayChoose = mayEdit && !isTooLong
  return (
    <tr>
      <th scope="row" className="step">
        {mayChoose ? (
          <CheckField label={title} checked={chosen} onChange={(on) => onChoose(key, on)} />
        ) : (
          <span className={classNames(mayEdit && 'not-chosen')}>
            {title}
            {isTooLong && <small>Longer than a warning can be set</small>}
          </span>
        )}
      </th>
      <td className="num tnum">{showDays(days)}</td>
      <td className="num tnum">{showDays(templateDays)}</td>
      <td className="num tnum">{done} finished</td>
    </tr>
  )
}

function Confirm({
  scope: { companyId, branchId },
  timeline,
  version,
  ...dialog
}: {
  scope: ForecastScope
  timeline: TemplateStep[]
  version: number
  onClose: () => void
  onDone: () => void
  children: React.ReactNode
}) {
  const shared = { ...dialog, messages, title: 'Use these deadlines?', confirmLabel: 'Use them' }
  const body = { timeline, version }
  return branchId === null ? (
    <ConfirmSaveDialog {...shared} call={saveCompanyTimeline} input={{ params: { companyId }, body }} />
  ) : (
    <ConfirmSaveDialog {...shared} call={saveBranchTimeline} input={{ params: { companyId, branchId }, body }} />
  )
}
