import { showDate } from '@gya/domain/common/dates.ts'
import { describeChange, metricChange } from '@gya/domain/features/dashboard/metric-change.ts'
import { showMetric } from '@gya/domain/features/dashboard/metric-values.ts'
import { definitionOf, type Metric } from '@gya/domain/features/dashboard/metrics.ts'
import { IconArrowNarrowDown, IconArrowNarrowUp, IconEqual, IconInfoCircle } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { HowButton, howAddress } from '../../lib/how-button.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useFloating } from '../../ui/overlays/use-floating.ts'
import { sparkBox, sparkPoints, svgPath } from './chart-geometry.ts'
import { type MetricsData, useDashboardState } from './use-dashboard.ts'

/** The value of a metric; a skeleton while undefined, a dash if null. */
export const MetricValue = ({ metric, value }: { metric: Metric; value: number | null | undefined }) => {
  if (value === undefined) return <Skeleton width={32} />
  if (value !== null) return showMetric(metric, value)
  return (
    <>
      <span className="mut" aria-hidden="true">
        –
      </span>
      <span className="vh">None</span>
    </>
  )
}

/** "Before the oldest day kept of the company a stock is "–" with "not known before 12/10/2026"." [seat §4](docs/design/seat.md#4). */
export function NotKnown({ since }: { since: string | null }) {
  const why = since === null ? 'not known' : `not known before ${showDate(since)}`
  return (
    <span className="mut" title={why}>
      <span aria-hidden="true">–</span>
      <span className="vh">{why}</span>
    </span>
  )
}

/** The value as it stands today; it opens "How this came about". */
export function HowMetric({ metric, data, value }: { metric: Metric; data: MetricsData; value: number | null | undefined }) {
  const day = data?.periods[0]?.last
  const { wholeCompany } = useDashboardState()
  const mayAsk = useMay(wholeCompany ? 'forecast.company' : 'forecast.view')
  if (!mayAsk || day === undefined || value === undefined)
    return (
      <span className="figure">
        <MetricValue metric={metric} value={value} />
      </span>
    )
  return (
    <HowButton how={howAddress(metric, day)}>
      <span className="vh">How this came about: {definitionOf(metric).label} </span>
      <MetricValue metric={metric} value={value} />
    </HowButton>
  )
}

const arrows = { up: IconArrowNarrowUp, down: IconArrowNarrowDown, none: IconEqual } as const

type ChangeProps = { metric: Metric; values: readonly (number | null)[]; knownSince: string | null | undefined }

/** "Change colours green for good, red for bad, orange for no change". `values`: newest first, of a comparison. */
export const MetricChange = ({ metric, values, knownSince }: ChangeProps) => {
  const change = metricChange(metric, values[0] ?? null, values[1] ?? null)
  if (!change) return <span className="chg">{knownSince && values[1] === null && <NotKnown since={knownSince} />}</span>
  return (
    <span className={`chg ${change.tone}`}>
      <Icon of={arrows[change.direction]} size={14} />
      <span aria-hidden="true">{change.by}</span>
      <span className="vh">{describeChange(change)}</span>
    </span>
  )
}

/** A sparkline of six periods, hidden from screen readers; the chart has the numbers. */
export const Sparkline = ({ metric, values }: { metric: Metric; values: readonly (number | null)[] }) => {
  const points = sparkPoints(values.toReversed())
  const last = points.at(-1)
  const { width, height } = sparkBox
  return (
    <svg
      className={`spark ${metricChange(metric, values[0] ?? null, values[1] ?? null)?.tone ?? ''}`}
      width="40"
      height="18"
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      <path d={svgPath(points)} />
      {last && <circle cx={last.x} cy={last.y} r="2" />}
    </svg>
  )
}

type DefinitionProps = {
  of: string
  metrics: readonly Metric[]
  /** The name itself opens the definition, in place of an icon beside it. */
  asLabel?: boolean
}

/** "Every tile has its definition one click away." */
export function DefinitionButton({ of, metrics, asLabel = false }: DefinitionProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const close = (giveFocusBack: boolean) => {
    setOpen(false)
    if (giveFocusBack) anchor.current?.focus()
  }
  const { anchor, float } = useFloating<HTMLButtonElement, HTMLDivElement>({
    open,
    onClose: close,
    align: asLabel ? 'start' : 'end',
  })
  const opens = {
    ref: anchor,
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onClick: () => setOpen(!open),
  }
  return (
    <>
      {asLabel ? (
        <button type="button" className="define-label" data-tip="Definition" {...opens}>
          {of}
        </button>
      ) : (
        <IconButton className="define" variant="quiet" size="s" icon={IconInfoCircle} label={`Definition of ${of}`} {...opens} />
      )}
      {open && (
        <div
          ref={float}
          id={id}
          className="pop definitions"
          popover="manual"
          role="region"
          aria-label={`Definition of ${of}`}
          tabIndex={0}
        >
          <dl>
            {metrics.map((metric) => (
              <div key={metric}>
                <dt>{definitionOf(metric).label}</dt>
                <dd>{definitionOf(metric).definition}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </>
  )
}
