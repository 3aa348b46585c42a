import './how.css'
import { type DateOnly, isDateOnly, showDate } from '@gya/domain/common/dates.ts'
import { metricKeys } from '@gya/domain/features/dashboard/metrics.ts'
import { readSaleForecast } from '@gya/domain/features/forecast/forecast.contract.ts'
import { type Figure, forecastFigures, readHow } from '@gya/domain/features/forecast/how.contract.ts'
import { useState } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { howAddress } from '../../lib/how-button.tsx'
import type { HowProps } from '../../lib/screens.ts'
import { today } from '../../lib/today.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useSearchParam, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { asAtQuery, DayArrows, useAsAt } from './as-at.tsx'
import type { ForecastScope } from './coming.tsx'
import { HowFigure } from './how-figure.tsx'
import { placeParams } from './place-params.ts'
import { SaleForecast } from './sale-forecast.tsx'

type Asked = { kind: 'sale'; propertyId: string; branchId: string } | { kind: 'figure'; figure: Figure; key: string }

const figures: readonly string[] = [...forecastFigures, ...metricKeys]

/** The requested figure of the URL; null if there is none. */
function askedOf(how: string): Asked | null {
  const [figure = '', key = '', branchId = ''] = how.split('.')
  if (figure === 'sale') return key && branchId ? { kind: 'sale', propertyId: key, branchId } : null
  return figures.includes(figure) && key ? { kind: 'figure', figure: figure as Figure, key } : null
}

/** "How this came about": a drawer over the page, opened and closed by the URL parameter `how`. */
export function HowDrawer({ scope, company, onClose: close }: HowProps) {
  const how = useSearchParam('how')
  const asked = how === undefined ? null : askedOf(how)
  if (how === undefined || asked === null) return null
  return asked.kind === 'sale' ? (
    <SaleDrawer key={how} params={{ companyId: scope.companyId, ...asked }} company={company} onClose={close} />
  ) : (
    <FigureDrawer key={asked.figure} scope={scope} figure={asked.figure} figureKey={asked.key} onClose={close} />
  )
}

type SaleParams = { companyId: string; branchId: string; propertyId: string }

function SaleDrawer({ params: asked, company, onClose }: { params: SaleParams; company: string; onClose: () => void }) {
  const params = { companyId: asked.companyId, branchId: asked.branchId, propertyId: asked.propertyId }
  const asAt = useAsAt()
  const setParams = useSetSearchParams()
  const { data } = useCall(readSaleForecast, { params, query: asAtQuery(asAt) })
  const to = useScopedPath()
  const forecast = data?.forecast
  const title = forecast
    ? `${forecast.line1}: ${forecast.halfBy ? `half by ${showDate(forecast.halfBy)}` : 'later than a year'}`
    : ''
  const here = { company: params.companyId, branch: params.branchId, property: params.propertyId }
  return (
    <Dialog
      open
      side
      wide
      onClose={onClose}
      title={<HowTitle title={title} />}
      footer={
        <>
          <Link to={to('/property/forecast', here)}>Open as a page</Link>
          <span className="spacer" />
          {forecast && (
            <span className="mut">
              {forecast.learnedOn === null ? 'Published times' : `Tables of ${showDate(forecast.learnedOn)}`}; the same facts
              always give the same figure
            </span>
          )}
        </>
      }
    >
      <DayArrows
        day={asAt ?? today()}
        onDay={(day) => setParams({ asAt: day >= today() ? undefined : day }, { replace: true })}
      />
      <SaleForecast params={params} company={company} />
    </Dialog>
  )
}

const HowTitle = ({ title }: { title: string }) => (
  <>
    <small className="how-over">How this came about</small> {title}
  </>
)

type FigureProps = { scope: ForecastScope; figure: Figure; figureKey: string; onClose: () => void }

function FigureDrawer({ scope, figure, figureKey: key, onClose }: FigureProps) {
  const [page, setPage] = useState(0)
  const setParams = useSetSearchParams()
  const asAt = useAsAt()
  const isMetric = (metricKeys as readonly string[]).includes(figure)
  const query = { currentPage: String(page), ...(isMetric ? {} : asAtQuery(asAt)) }
  const params = { ...placeParams(scope), figure, key }
  const { data, error, refetch, isPlaceholderData } = useCall(readHow, { params, query }, { keep: true })
  const goTo = (day: DateOnly) => {
    setPage(0)
    setParams({ how: howAddress(figure, day) }, { replace: true })
  }
  return (
    <Dialog
      open
      side
      wide
      onClose={onClose}
      title={<HowTitle title={data?.title ?? ''} />}
      footer={
        data && (
          <span className="mut">
            {data.method === null
              ? `As it stood on ${showDate(data.asAt)}`
              : `Method ${data.method}, ${data.learnedOn === null ? 'published times' : `tables of ${showDate(data.learnedOn)}`}; the same facts always give the same figure`}
          </span>
        )
      }
    >
      {isMetric && isDateOnly(key) && <DayArrows day={key} onDay={goTo} />}
      {!isMetric && asAt !== undefined && <p className="mut">As at {showDate(asAt)}</p>}
      {!data && error && <ReadFailed what="figure" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={12} />}
      {data && <HowFigure how={data} busy={isPlaceholderData} companyId={scope.companyId} onPage={setPage} />}
    </Dialog>
  )
}
