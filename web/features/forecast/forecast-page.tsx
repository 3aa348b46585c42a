import './forecast.css'
import { showDate } from '@gya/domain/common/dates.ts'
import type { ReactNode } from 'react'
import { useSearchParam, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { ComingTab, type ForecastScope, useComing } from './coming.tsx'
import { basisInWords } from './forecast-words.ts'
import { StepTimesTab } from './step-times.tsx'

const tabs = [
  { value: 'coming', label: 'Coming' },
  { value: 'steps', label: 'Step times' },
] as const
type ForecastTab = (typeof tabs)[number]['value']

/** Forecast of a branch or of the company, in two tabs; the tab is in the address. */
export function ForecastPanels({ scope, company, other }: { scope: ForecastScope; company: string; other?: ReactNode }) {
  const asked = useSearchParam('view')
  const tab: ForecastTab = asked === 'steps' ? 'steps' : 'coming'
  const setParams = useSetSearchParams()
  const { data } = useComing(scope)
  return (
    <div className="forecast">
      <div className="forecast-bar">
        <SegmentedField
          label="Show"
          hideLabel
          options={tabs}
          value={tab}
          onChange={(to: ForecastTab) => setParams({ view: to === 'coming' ? undefined : to, page: undefined })}
        />
        {other}
        {data && (
          <span className="forecast-basis">
            {basisInWords(data.basis, data.finishedSales, company)}
            {data.learnedOn !== null && ` Learned on ${showDate(data.learnedOn)}.`}
          </span>
        )}
      </div>
      {tab === 'steps' ? <StepTimesTab companyId={scope.companyId} /> : <ComingTab scope={scope} />}
    </div>
  )
}
