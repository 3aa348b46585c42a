import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { FieldValues } from '@gya/domain/features/imports/decide-row.ts'
import { completionDateOfSale, impliedItems, saleItems, setImportedSteps } from '@gya/domain/features/imports/imported-sale.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { CurrentTime, Timeline } from '@gya/domain/features/timeline/timeline.model.ts'

/** A sale with its accepted offer, before the steps of a row are set. */
export type SaleBefore = {
  timeline: Timeline
  completionDate: DateOnly | null
  acceptedOn: DateOnly | null
  cashBuyer: boolean
}

const isWritten = (written: FieldValues, key: number, values: FieldValues): boolean =>
  Object.keys(written).some((field) => {
    const [what, number] = field.split('.')
    return what === 'step' ? Number(number) === key : what === 'survey' && values[`survey.${number}.type`] === key
  })

/**
 * The changes of a row in the timeline of its sale, or why it is refused. Check and run call it, so that they agree. `written`: the values
 * of the row that are written.
 */
export function setSaleSteps(
  { timeline, ...sale }: SaleBefore,
  { values, written }: { values: FieldValues; written: FieldValues },
  { today, now }: CurrentTime,
) {
  const named = saleItems(values, today, timeline).filter(
    ({ key }) => key !== stepKeys.SaleAgreed && isWritten(written, key, values),
  )
  const items = [...named, ...impliedItems(values, timeline, new Set(named.map(({ key }) => key)))]
  const completionDate = completionDateOfSale(written) ?? sale.completionDate
  const set = setImportedSteps({
    ...sale,
    timeline,
    items,
    completionDate,
    completionDateBefore: sale.completionDate,
    today,
    now,
  })
  return { completionDate, set }
}
