import { monthName } from '@gya/domain/common/dates.ts'
import { showCount, showNumber } from '@gya/domain/common/show-count.ts'
import { readTargets, saveTargets } from '@gya/domain/features/week/targets.contract.ts'
import { countsFees, maxPerMonth, targetMetricsOf } from '@gya/domain/features/week/targets.ts'
import { weekLabels } from '@gya/domain/features/week/week.model.ts'
import { firstOfMonth, wholePeriod } from '@gya/domain/features/week/week-periods.ts'
import { useState } from 'react'
import { useCall } from '../../../lib/api/use-call.ts'
import { CallDialog } from '../../../lib/forms/call-dialog.tsx'
import { type SaveMessages, useSave } from '../../../lib/forms/use-save.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../../ui/feedback/loading.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { MoneyField, NumberField } from '../../../ui/fields/number-field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { useIsPhone } from '../../../ui/layout/use-is-phone.ts'
import { mergeTyped, numbersOf, type Overtaken, type TargetRow, type Typed, targetEdits, withNumber } from './target-edits.ts'
import { settingsOf, type WireWeek } from './use-week.ts'

const messages: SaveMessages = {
  success: { title: 'Targets saved' },
  failure: { title: 'Targets not saved' },
}

const ownerOf = ({ branchId, userId }: TargetRow): string => branchId ?? userId ?? ''

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
  const row = data?.rows.find((one) => ownerOf(one) === (typed ? ownerOf(typed.row) : owner)) ?? data?.rows[0]
  const saving = useSave(saveTargets, messages)
  // What a colleague saved meanwhile is read again after the refusal: it is shown beside what is typed, which stays.
  const { numbers, overtaken } = typed && row ? mergeTyped(typed, row) : { numbers: numbersOf(row), overtaken: [] }
  const edits = data && row && typed ? targetEdits(row, data.months, numbers) : []
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
  const all = targetMetricsOf(row ?? {})
  const isPhone = useIsPhone()
  const [chosen, setChosen] = useState(all[0])
  const picked = all.find((metric) => metric === chosen) ?? all[0]
  // A phone has room for one measure.
  const metrics = isPhone ? all.filter((metric) => metric === picked) : all
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
      isRefusedAtField={saving.error?.code === 'STALE_VERSION'}
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
            {isPhone && (
              <SelectField
                label="Measure"
                width={160}
                options={all.map((metric) => ({ value: metric, label: weekLabels[metric] }))}
                value={metrics[0]}
                onChange={setChosen}
              />
            )}
            <Button disabledReason={blocked} onClick={move(-12)}>
              Year before
            </Button>
            <Button disabledReason={blocked} onClick={move(12)}>
              Year after
            </Button>
          </div>
          {typed && (overtaken.length > 0 || saving.error?.code === 'STALE_VERSION') && (
            <SavedMeanwhile overtaken={overtaken} months={data.months} onTake={() => setTyped(null)} />
          )}
          <p className="mut t12">Per month. A month takes the number of the one before until it is changed. 0: no target.</p>
          <div className="wktargets">
            <table className="tbl">
              <thead>
                <tr>
                  <th scope="col">Month</th>
                  {metrics.map((metric) => (
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
                    {metrics.map((metric) => {
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
                                row: typed?.row ?? row,
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

type SavedMeanwhileProps = { overtaken: readonly Overtaken[]; months: readonly string[]; onTake: () => void }

/** What a colleague saved while numbers were typed: of each measure the first month that both changed. */
function SavedMeanwhile({ overtaken, months, onTake }: SavedMeanwhileProps) {
  const byMetric = [...Map.groupBy(overtaken, ({ metric }) => metric).values()]
  return (
    <Notice
      tone="warn"
      title="A colleague has saved targets meanwhile"
      action={
        <Button size="s" onClick={onTake}>
          Take what is saved
        </Button>
      }
    >
      What you typed is still here and is not saved yet.
      {byMetric.length > 0 && (
        <ul>
          {byMetric.map(([first, ...more]) => {
            if (!first) return null
            const { metric, nth, saved, typed } = first
            const month = months[nth] ?? ''
            return (
              <li key={metric}>
                {`${weekLabels[metric]}, ${monthName(month)} ${month.slice(0, 4)}: ${showNumber(saved)} is saved, you typed ${showNumber(typed)}`}
                {more.length > 0 && `, and ${showCount(more.length, 'month')} after it`}
              </li>
            )
          })}
        </ul>
      )}
    </Notice>
  )
}
