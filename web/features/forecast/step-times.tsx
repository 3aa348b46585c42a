import './forecast.css'
import { readStepTimes, type StepTime } from '@gya/domain/features/forecast/forecast.contract.ts'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { HowButton, howAddress } from '../../lib/how-button.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { asAtQuery, useAsAt } from './as-at.tsx'
import type { ForecastScope } from './coming.tsx'
import { type ForecastTemplate, ProposedDeadlines } from './proposed-deadlines.tsx'

const groups: Record<StepTime['group'], string> = {
  all: '',
  freehold: 'freehold',
  leasehold: 'leasehold',
  alone: 'no chain',
  chain: 'in a chain',
}

const days = (value: number | null): string => (value === null ? 'over 2 years' : String(value))

/** Days by which half, 8 and 9 in 10 of each step have finished in this company. */
export function StepTimesTab({ scope, template }: { scope: ForecastScope; template: ForecastTemplate }) {
  const { data, error, refetch } = useCall(readStepTimes, { params: { companyId: scope.companyId }, query: asAtQuery(useAsAt()) })
  if (!data && error) return <ReadFailed what="step times" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="100%" height={480} />
  return (
    <>
      <ProposedDeadlines scope={scope} template={template} proposed={data.deadlines} />
      <section className="panel" aria-labelledby="step-times">
        <header>
          <h2 id="step-times">Step times</h2>
          <span className="mut">days from the start of a step; whole company, last two years</span>
        </header>
        <section className="scroll-x" tabIndex={0} aria-label="Step times, table">
          <table className="forecast-table">
            <thead>
              <tr>
                <th>Step</th>
                <th className="num">Half by</th>
                <th className="num">8 in 10 by</th>
                <th className="num">9 in 10 by</th>
                <th className="num">Published, half by</th>
                <th className="num">Learned from</th>
              </tr>
            </thead>
            <tbody>
              {data.steps.map((step) => (
                <tr key={`${step.key} ${step.group}`}>
                  <td className="step">
                    {step.title} {groups[step.group] && <span className="mut">{groups[step.group]}</span>}
                  </td>
                  <td className="num tnum">
                    <HowButton how={howAddress('step', `${step.key}_${step.group}`)}>{days(step.half)}</HowButton>
                  </td>
                  <td className="num tnum">{days(step.by80)}</td>
                  <td className="num tnum">{days(step.by90)}</td>
                  <td className="num tnum mut">{days(step.published)}</td>
                  <td className="num tnum">{step.done === 0 ? 'published times' : `${step.done} finished`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </section>
    </>
  )
}
