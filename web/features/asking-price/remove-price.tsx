import { showDate } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import { deleteAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { refusalText, useSave } from '../../platform/use-save.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { askingPriceRemoved, invalidAskingPrice } from './asking-price.messages.ts'
import type { PriceRow } from './price-entries.ts'

type RemovePriceDialogProps = {
  entry: PriceRow
  params: { companyId: string; branchId: string; propertyId: string }
  onDone: () => void
}

/** What is removed, and what the asking price is then. */
const removalConsequence = ({ price, effectiveDate, current, scheduled, previousPrice: before }: PriceRow): string => {
  const [pounds, day] = [showPounds(price), showDate(effectiveDate)]
  if (scheduled) return `${pounds} was to be the asking price from ${day}. It no longer will be; the asking price stays as it is.`
  const removed = `${pounds} from ${day} is removed from the history.`
  if (!current) return `${removed} The asking price stays as it is.`
  return `${removed} ${before === null ? 'The property then has no asking price.' : `The asking price is then ${showPounds(before)} again.`}`
}

/** "Entries can be removed from History." Asks first, and says what the asking price is afterwards. */
export function RemovePriceDialog({ entry, params, onDone }: RemovePriceDialogProps) {
  const saving = useSave(deleteAskingPrice, askingPriceRemoved)
  const remove = async () => {
    if (await saving.save({ params: { ...params, askingPriceId: entry._id } })) onDone()
  }
  return (
    <>
      {saving.overlay}
      <ConfirmDialog
        open
        title={entry.scheduled ? 'Remove this scheduled price?' : 'Remove this price?'}
        confirmLabel="Remove price"
        danger
        pending={saving.pending}
        error={
          saving.error &&
          (saving.error.code === 'NOT_FOUND' ? invalidAskingPrice : refusalText(saving.error, askingPriceRemoved.failure))
        }
        onCancel={onDone}
        onConfirm={() => void remove()}
      >
        <p>{removalConsequence(entry)}</p>
      </ConfirmDialog>
    </>
  )
}
