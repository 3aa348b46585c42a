import './comparisons.css'
import './forecast.css'
import type { Wire } from '@gya/domain/endpoint.ts'
import { downloadQuick, listQuick, listStaff, type QuickRow } from '@gya/domain/features/forecast/quick.contract.ts'
import type { QuickKind } from '@gya/domain/features/forecast/quick.ts'
import { IconDownload } from '@tabler/icons-react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { useSearchParam, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import type { ForecastScope } from './coming.tsx'
import { placeParams } from './place-params.ts'
import { QuickTable } from './quick-table.tsx'

const kinds = [
  { value: 'buyerFirm', label: 'Buyer’s firms' },
  { value: 'vendorFirm', label: 'Vendor’s firms' },
  { value: 'broker', label: 'Brokers' },
  { value: 'lender', label: 'Lenders' },
  { value: 'branch', label: 'Branches' },
] as const satisfies readonly { value: QuickKind; label: string }[]

const stepsOf: Record<QuickKind, string> = {
  buyerFirm: 'searches, enquiries and reporting to the buyer',
  vendorFirm: 'draft contracts and answers to enquiries',
  broker: 'mortgage steps, where the lender is not known',
  lender: 'mortgage steps',
  branch: 'all steps up to exchange',
}

/** Firms, brokers, lenders and branches, compared on similar sales and sorted by name. [forecast §10](docs/design/forecast.md#10). */
export function WhoIsQuickTab({ scope }: { scope: ForecastScope }) {
  const asked = useSearchParam('of')
  const kind: QuickKind = kinds.find(({ value }) => value === asked)?.value ?? 'buyerFirm'
  const setParams = useSetSearchParams()
  const { data, error, refetch } = useCall(listQuick, { params: placeParams(scope), query: { kind } })
  return (
    <>
      <SegmentedField
        label="Whose steps"
        hideLabel
        options={kinds}
        value={kind}
        onChange={(to: QuickKind) => setParams({ of: to === 'buyerFirm' ? undefined : to, order: undefined })}
      />
      {!data && error && <ReadFailed what="list" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={320} />}
      {data && (
        <Compared
          scope={scope}
          kind={kind}
          title={kinds.find(({ value }) => value === kind)?.label ?? ''}
          what={stepsOf[kind]}
          data={data}
        />
      )}
    </>
  )
}

/** Progressors, compared only if the company has switched it on. Without `forecast.staff`: one's own line and the branch's. */
export function StaffTab({ scope }: { scope: ForecastScope }) {
  const { data, error, refetch } = useCall(listStaff, { params: placeParams(scope) })
  if (!data && error) return <ReadFailed what="list" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="100%" height={320} />
  if (!data.compared)
    return (
      <EmptyState title="People are not compared">
        A company admin can switch this on under Settings, Forecast. Forecasts do not depend on people either way.
      </EmptyState>
    )
  return (
    <Compared scope={scope} kind="progressor" title="Staff" what="all steps of their sales" data={data} branch={data.branch} />
  )
}

type Answer = Wire<typeof listQuick, 'response'>

function Compared({
  scope,
  kind,
  title,
  what,
  data,
  branch,
}: {
  scope: ForecastScope
  kind: QuickKind | 'progressor'
  title: string
  what: string
  data: Answer
  branch?: QuickRow | null
}) {
  const csv = useDownload(downloadQuick)
  const save = () => void csv.download({ params: placeParams(scope), query: { kind } })
  const rows = branch ? [branch, ...data.rows] : data.rows
  return (
    <section className="panel" aria-labelledby="quick">
      <header>
        <h2 id="quick">{title}</h2>
        <span className="mut">{what}, over two years, compared with similar sales of the company</span>
        <span className="spacer" />
        {rows.length > 0 && (
          <Button size="s" icon={IconDownload} pending={csv.pending} onClick={save}>
            CSV
          </Button>
        )}
      </header>
      {csv.failed !== null && (
        <Notice tone="bad" title="The list was not saved">
          {csv.failed}
        </Notice>
      )}
      {rows.length === 0 ? (
        <p className="quick-none">
          {data.hidden || 'Nobody has finished a step yet'}. They are compared here once they have 10 exchanged sales and 20
          finished steps.
        </p>
      ) : (
        <>
          <QuickTable rows={rows} kind={kind} />
          {data.hidden && <p className="quick-none mut">{data.hidden}.</p>}
        </>
      )}
    </section>
  )
}
