import { type DateOnly, monthName } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readTargets, saveTargets } from '@gya/domain/features/week/targets.contract.ts'
import { countsFees, maxPerMonth, type TargetMetric, targetMetrics } from '@gya/domain/features/week/targets.ts'
import { weekLabels } from '@gya/domain/features/week/week.model.ts'
import { firstOfMonth, wholePeriod } from '@gya/domain/features/week/week-periods.ts'
import { useState } from 'react'
import { useCall } from '../../../lib/api/use-call.ts'
import { CallDialog } from '../../../lib/forms/call-dialog.tsx'
import { type SaveMessages, useSave } from '../../../lib/forms/use-save.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../../ui/feedback/loading.tsx'
import { MoneyField, NumberField } from '../../../ui/fields/number-field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { settingsOf, type WireWeek } from './use-week.ts'

const messages: SaveMessages = {
  success: { title: 'Targets saved' },
  failure: { title: 'Targets not saved' },
}

type Row = Wire<typeof readTargets, 'response'>['rows'][number]
type Numbers = Record<TargetMetric, number[]>

const ownerOf = ({ branchId, userId }: Row): string => branchId ?? userId ?? ''
const numbersOf = (row: Row | undefined): Numbers =>
  Object.fromEntries(targetMetrics.map((metric) => [metric, [...(row?.numbers[metric] ?? [])]])) as Numbers

/** "a month takes the one before until changed": months after it that had the same number follow. */
function withNumber(numbers: readonly number[], nth: number, number: number): number[] {
  const before = numbers[nth]
  const end = numbers.findIndex((one, at) => at > nth && one !== before)
  return numbers.map((one, at) => (at >= nth && (end === -1 || at < end) ? number : one))
}

type Props = { companyId: string; week: WireWeek; branchId: string | null; onClose: () => void }

/** The targets of a branch or a person: months by measures, of the financial year that is shown. */
export function TargetsDialog({ companyId, week, branchId, onClose }: Props) {
  const shown = wholePeriod('year', week.periods[0]?.last ?? week.today, settingsOf(week))
  const [from, setFrom] = useState(shown.first)
  const params = { companyId }
  const query = { from, until: firstOfMonth(from, 11) }
  const { data, error, refetch, isFetching } = useCall(readTargets, { params, query })
  const [owner, setOwner] = useState(branchId)
  const row = data?.rows.find((one) => ownerOf(one) === owner) ?? data?.rows[0]
  const [typed, setTyped] = useState<Numbers | null>(null)
  const saving = useSave(saveTargets, messages)
  const numbers = typed ?? numbersOf(row)
  const edits = data && row && typed ? editsOf(row, data.months, typed) : []
  const isWrong = edits.some(
    ({ metric, perMonth }) => !Number.isInteger(perMonth) || perMonth < 0 || perMonth > maxPerMonth(metric),
  )
  const save = async () => {
    if (await saving.save({ params, body: { edits } })) onClose()
  }
  const move = (months: number) => () => {
    setTyped(null)
    setFrom(firstOfMonth(from, months))
  }
  const blocked = edits.length > 0 ? 'Save or cancel your changes first' : null
  return (
    <CallDialog
      title="Targets"
      wide
      saving={saving}
      messages={messages}
      saveLabel="Save"
      disabledReason={edits.length === 0 ? 'Nothing is changed' : isWrong ? 'A number does not fit' : null}
      dirty={edits.length > 0}
      onSave={save}
      onClose={onClose}
    >
      {error && !data ? (
        <ErrorState onRetry={() => void refetch()} pending={isFetching}>
          {error.message}
        </ErrorState>
      ) : data ? (
        <>
          <div className="wkfilters">
            <SelectField
              label="Whose"
              width={220}
              disabledReason={blocked}
              options={data.rows.map((one) => ({ value: ownerOf(one), label: one.name }))}
              value={row ? ownerOf(row) : undefined}
              onChange={setOwner}
            />
            <Button disabledReason={blocked} onClick={move(-12)}>
              Year before
            </Button>
            <Button disabledReason={blocked} onClick={move(12)}>
              Year after
            </Button>
          </div>
          <p className="mut t12">Per month. A month takes the number of the one before until it is changed. 0: no target.</p>
          <div className="wktargets">
            <table className="tbl">
              <thead>
                <tr>
                  <th scope="col">Month</th>
                  {targetMetrics.map((metric) => (
                    <th key={metric} scope="col">
                      {weekLabels[metric]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.months.map((month, nth) => (
                  <tr key={month}>
                    <th scope="row">{`${monthName(month)} ${month.slice(0, 4)}`}</th>
                    {targetMetrics.map((metric) => {
                      const Kind = countsFees(metric) ? MoneyField : NumberField
                      return (
                        <td key={metric}>
                          <Kind
                            label={`${weekLabels[metric]}, ${monthName(month)} ${month.slice(0, 4)}`}
                            hideLabel
                            small
                            width={96}
                            min={0}
                            max={maxPerMonth(metric)}
                            value={numbers[metric][nth] ?? 0}
                            onChange={(number) =>
                              setTyped({ ...numbers, [metric]: withNumber(numbers[metric], nth, number ?? 0) })
                            }
                          />
                        </td>
                      )
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      ) : (
        <SkeletonLines lines={10} />
      )}
    </CallDialog>
  )
}

/** The months that are shown with another number than before. */
function editsOf({ branchId, userId, numbers }: Row, months: readonly DateOnly[], typed: Numbers) {
  const owner = branchId === null ? { userId: userId ?? '' } : { branchId }
  return targetMetrics.flatMap((metric) =>
    months.flatMap((fromMonth, nth) => {
      const [was, perMonth] = [numbers[metric]?.[nth] ?? 0, typed[metric][nth] ?? 0]
      return was === perMonth ? [] : [{ ...owner, metric, fromMonth, perMonth, was }]
    }),
  )
}
