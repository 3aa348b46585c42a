import { monthName } from '@gya/domain/common/dates.ts'
import { readTargets, saveTargets } from '@gya/domain/features/week/targets.contract.ts'
import { countsFees, maxPerMonth, targetMetrics } from '@gya/domain/features/week/targets.ts'
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
import { type Numbers, numbersOf, type TargetRow, targetEdits, withNumber } from './target-edits.ts'
import { settingsOf, type WireWeek } from './use-week.ts'

const messages: SaveMessages = {
  success: { title: 'Targets saved' },
  failure: { title: 'Targets not saved' },
}

const ownerOf = ({ branchId, userId }: TargetRow): string => branchId ?? userId ?? ''

/** Numbers that are being typed, with the row as it was when typing began: a colleague's change meanwhile is refused, not overwritten. */
type Typed = { row: TargetRow; numbers: Numbers }

type Props = { companyId: string; week: WireWeek; branchId: string | null; onClose: () => void }

/** The targets of a branch or a person: months by measures, of the financial year that is shown. */
export function TargetsDialog({ companyId, week, branchId, onClose }: Props) {
  const shown = wholePeriod('year', week.periods[0]?.last ?? week.today, settingsOf(week))
  const [from, setFrom] = useState(shown.first)
  const params = { companyId }
  const query = { from, until: firstOfMonth(from, 11) }
  const { data, error, refetch, isFetching } = useCall(readTargets, { params, query })
  const [owner, setOwner] = useState(branchId)
  const [typed, setTyped] = useState<Typed | null>(null)
  const row = typed?.row ?? data?.rows.find((one) => ownerOf(one) === owner) ?? data?.rows[0]
  const saving = useSave(saveTargets, messages)
  const numbers = typed?.numbers ?? numbersOf(row)
  const edits = data && typed ? targetEdits(typed.row, data.months, typed.numbers) : []
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
              onChange={(chosen) => {
                setTyped(null)
                setOwner(chosen)
              }}
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
                              row &&
                              setTyped({
                                row,
                                numbers: { ...numbers, [metric]: withNumber(numbers[metric], nth, number ?? 0) },
                              })
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
