import './forecast.css'
import { showDate } from '@gya/domain/common/dates.ts'
import { downloadForecast } from '@gya/domain/features/forecast/forecast-lists.contract.ts'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useDownload } from '../../lib/api/use-download.ts'
import { useSearchParam, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { AsAtControl, WithoutChains } from './as-at.tsx'
import { AtRiskTab } from './at-risk.tsx'
import { ComingTab, type ForecastScope, useComing } from './coming.tsx'
import { basisInWords, monthsOnSameBasis, withoutFallsInWords } from './forecast-words.ts'
import { HowDrawer } from './how-drawer.tsx'
import { placeParams } from './place-params.ts'
import type { ForecastTemplate } from './proposed-deadlines.tsx'
import { StepTimesTab } from './step-times.tsx'
import { TrackRecordTab } from './track-record.tsx'
import { StaffTab, WhoIsQuickTab } from './who-is-quick.tsx'

const tabs = [
  { value: 'coming', label: 'Coming' },
  { value: 'risk', label: 'At risk' },
  { value: 'steps', label: 'Step times' },
  { value: 'quick', label: 'Who is quick' },
  { value: 'staff', label: 'Staff' },
  { value: 'record', label: 'Track record' },
] as const
type ForecastTab = (typeof tabs)[number]['value']

/** Downloads the list of the tab as CSV. */
function SaveList({ scope, atRisk }: { scope: ForecastScope; atRisk: boolean }) {
  const csv = useDownload(downloadForecast)
  const save = () => void csv.download({ params: placeParams(scope), query: { risk: atRisk ? '1' : '0' } })
  return (
    <>
      <Button size="s" icon={IconDownload} pending={csv.pending} onClick={save}>
        CSV
      </Button>
      {csv.failed !== null && (
        <Notice tone="bad" title="The list was not saved">
          {csv.failed}
        </Notice>
      )}
    </>
  )
}

/** Forecast of a branch or of the company, in tabs; the tab is in the URL. */
export function ForecastPanels({
  scope,
  company,
  template,
  other,
}: {
  scope: ForecastScope
  company: string
  template: ForecastTemplate
  other?: ReactNode
}) {
  const asked = useSearchParam('view')
  const tab: ForecastTab = tabs.find(({ value }) => value === asked)?.value ?? 'coming'
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
          onChange={(to: ForecastTab) =>
            setParams({
              view: to === 'coming' ? undefined : to,
              page: undefined,
              sort: undefined,
              weeks: undefined,
              of: undefined,
              order: undefined,
            })
          }
        />
        {tab !== 'quick' && tab !== 'staff' && <AsAtControl />}
        {other}
        {(tab === 'coming' || tab === 'risk') && data && data.sales > 0 && <SaveList scope={scope} atRisk={tab === 'risk'} />}
        {data && (
          <span className="forecast-basis">
            {basisInWords(data.basis, data.finishedSales, company)}
            {data.learnedOn !== null && data.finishedSales > 0 && ` Step times of ${showDate(data.learnedOn)}.`}
          </span>
        )}
      </div>
      {data?.withoutChains && (tab === 'coming' || tab === 'risk') && (
        <WithoutChains comparison={monthsOnSameBasis(tab === 'coming' ? data.todayOnSameBasis : null)} />
      )}
      {data?.warning && <p className="note warn">{data.warning}</p>}
      {tab === 'risk' && data && data.salesWithoutFalls > 0 && (
        <p className="note">{withoutFallsInWords(data.salesWithoutFalls)}</p>
      )}
      {tab === 'record' && <TrackRecordTab scope={scope} />}
      {tab === 'steps' && <StepTimesTab scope={scope} template={template} />}
      {tab === 'quick' && <WhoIsQuickTab scope={scope} />}
      {tab === 'staff' && <StaffTab scope={scope} />}
      {tab === 'risk' && <AtRiskTab scope={scope} onDay={data?.onDay} />}
      {tab === 'coming' && <ComingTab scope={scope} />}
      <HowDrawer scope={scope} company={company} onClose={() => setParams({ how: undefined })} />
    </div>
  )
}
