import { showDays } from '@gya/domain/common/dates.ts'
import { toPaging } from '@gya/domain/common/paging.ts'
import { bandStarts, dayFinishedBy } from '@gya/domain/features/forecast/bands.ts'
import type { How } from '@gya/domain/features/forecast/how.contract.ts'
import { learnedStepTimes } from '@gya/domain/features/forecast/learning.ts'
import { isShownAsQuick, quickKinds, timesAsLong } from '@gya/domain/features/forecast/quick.ts'
import { stepTitle } from '@gya/domain/features/forecast/sale-facts.ts'
import { tableId } from '@gya/domain/features/forecast/step-groups.ts'
import type { Db } from '../../db/pool.ts'
import type { FigureRequest } from './figure-request.ts'
import { loadLearned, method } from './learned-tables.repository.ts'
import { readQuick } from './quick.read-model.ts'

const groupWords = {
  all: '',
  freehold: ', freehold',
  leasehold: ', leasehold',
  alone: ', no chain',
  chain: ', in a chain',
} as const

const bandWords = (band: number): string => {
  const [first, next] = [bandStarts[band] ?? 0, bandStarts[band + 1]]
  if (next === undefined) return `Day ${first} and later`
  return next - 1 === first ? `Day ${first}` : `Days ${first} to ${next - 1}`
}

/** The times of a step: finishes, days of exposure and rate of each band. */
export async function howStep(db: Db, { scope, key, page, asked: { day } }: FigureRequest): Promise<How | null> {
  const learned = await loadLearned(db, scope.companyId, day)
  const row = learnedStepTimes(learned).find((one) => key === `${one.key}_${one.group}`)
  if (!row) return null
  const id = tableId(row.key, row.group)
  const [rates = [], counts] = [learned.rates.get(id), learned.counts.get(id)]
  const by = (share: number): string => {
    const day = dayFinishedBy(rates, share)
    return day === null ? 'over 2 years' : showDays(day)
  }
  const title = `${stepTitle(row.key)}${groupWords[row.group]}`
  return {
    title,
    definition:
      'Counted days from the start of the step to its completion, of sales agreed in the last two years. A step that is still running, or whose sale fell off, counts the days it ran. In each band of days the rate is (finished + 2) ÷ (days + 2 ÷ the rate of the larger group), so that groups with few steps follow the larger group.',
    sentence:
      row.done === 0
        ? `No such step has finished yet: these are published times. Half finish within ${by(0.5)}, 8 in 10 within ${by(0.8)}.`
        : `${row.done} finished; half within ${by(0.5)}, 8 in 10 within ${by(0.8)}, 9 in 10 within ${by(0.9)}.`,
    terms: rates.map((rate, band) => ({
      label: bandWords(band),
      value: `${(100 * rate).toFixed(1)} % a day`,
      from: `${counts?.done[band] ?? 0} finished in ${counts?.days[band] ?? 0} days`,
    })),
    rowsAre: '',
    rows: [],
    paging: toPaging(page, 0),
    asAt: day,
    learnedOn: learned.learnedOn,
    method,
    changes: [],
  }
}

/** The comparison of a firm, broker, lender or branch with similar sales. Null for those with too few sales, as for unknown ones. */
export async function howQuick(db: Db, { scope, key, page, asked: { day } }: FigureRequest): Promise<How | null> {
  const [kindText = '', id = ''] = key.split('_')
  const kind = quickKinds.find((one) => one === kindText)
  if (!kind) return null
  const learned = await loadLearned(db, scope.companyId, day)
  const { rows } = await readQuick(db, scope, learned, kind)
  const row = rows.find(({ _id }) => _id === id)
  const factor = learned.factors[kind].get(id)
  if (!row || !factor || !isShownAsQuick(factor)) return null
  const { times, low, high, words } = timesAsLong(factor)
  return {
    title: `${row.name}: ${words.toLowerCase()}`,
    definition:
      'Finished steps are compared with those that similar sales of the company would have finished in the same days: same steps, tenure, chain and branch. Ten usual steps are added to both, so that few steps change little. The interval contains the true value 8 times in 10.',
    sentence: `${row.steps} steps finished where ${row.expected.toFixed(1)} were expected: ${times.toFixed(2)} × as long, between ${low.toFixed(2)} and ${high.toFixed(2)}.`,
    terms: [
      { label: 'Finished steps', value: String(row.steps), from: 'of sales agreed in two years' },
      { label: 'Expected', value: row.expected.toFixed(1), from: 'of similar sales in the same days' },
      { label: 'Averaged', value: `(10 + ${row.expected.toFixed(1)}) ÷ (10 + ${row.steps})`, from: 'with ten usual steps' },
      {
        label: 'Factor in forecasts',
        value: `× ${factor.factor.toFixed(2)}`,
        from: 'of the rate of finishing; above 1 is quicker',
      },
      { label: 'Sales', value: `${row.finishedSales} exchanged, ${row.openSales} open`, from: '' },
      {
        label: 'Median',
        value: row.medianDays === null ? '' : showDays(row.medianDays),
        from: 'of finished steps, not adjusted',
      },
    ],
    rowsAre: '',
    rows: [],
    paging: toPaging(page, 0),
    asAt: day,
    learnedOn: learned.learnedOn,
    method,
    changes: [],
  }
}
