import { describePace, showTarget } from '@gya/domain/features/week/targets.ts'
import { type Aimed, type WeekMetric, weekLabels } from '@gya/domain/features/week/week.model.ts'
import { showFigure } from '@gya/domain/features/week/week-page.ts'
import { classNames } from '../../../ui/class-names.ts'
import { NotKnown } from '../metric-value.tsx'
import type { OpenFigure } from './use-week.ts'

type FigureProps = {
  figure: OpenFigure
  value: number | null | undefined
  /** What the figure is of: a period or a person. */
  of: string
  knownSince: string | null
  onOpen: (figure: OpenFigure) => void
}

/** A figure that opens its rows; "–" where it is not known. */
export function WeekFigure({ figure, value, of, knownSince, onOpen }: FigureProps) {
  if (value === null || value === undefined) return <NotKnown since={knownSince} />
  return (
    <button type="button" className="fig" aria-haspopup="dialog" onClick={() => onOpen(figure)}>
      <span className="vh">{`${weekLabels[figure.metric]}, ${of}: `}</span>
      {showFigure(figure.metric, value)}
    </button>
  )
}

type PaceProps = { metric: WeekMetric } & Aimed

export function WeekPace({ metric, pace, target, note }: PaceProps) {
  const said = describePace(metric, pace, target)
  if (!said) return note !== null && <span className="mut pcnote">{note}</span>
  return <span className={classNames('pc', said.tone)}>{said.words}</span>
}

export const TargetText = ({ metric, target }: Pick<PaceProps, 'metric' | 'target'>) =>
  target === null ? '' : showTarget(metric, target)
