import { showDate } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import { deleteAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { inWords, useSave } from '../../platform/use-save.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { askingPriceRemoved, invalidAskingPrice } from './asking-price.messages.ts'
import type { PriceRow } from './price-entries.ts'

type Props = {
  entry: PriceRow
  params: { companyId: string; branchId: string; propertyId: string }
  onDone: () => void
}

const consequence = ({ current, before }: PriceRow): string => {
  if (!current) return 'The current asking price stays as it is.'
  return before === null ? 'The property then has no asking price.' : `The asking price is then ${showPounds(before)} again.`
}

/** "Entries can be removed from History." Asks first, and says what the asking price is afterwards. */
export function RemovePrice({ entry, params, onDone }: Props) {
  const saving = useSave(deleteAskingPrice, askingPriceRemoved)
  const remove = async () => {
    if (await saving.save({ params: { ...params, askingPriceId: entry._id } })) onDone()
  }
  return (
    <>
      {saving.overlay}
      <ConfirmDialog
        open
        title="Remove this price?"
        confirmLabel="Remove price"
        danger
        pending={saving.pending}
        error={
          saving.error &&
          (saving.error.code === 'NOT_FOUND' ? invalidAskingPrice : inWords(saving.error, askingPriceRemoved.failure))
        }
        onCancel={onDone}
        onConfirm={() => void remove()}
      >
        <p>
          {showPounds(entry.price)} from {showDate(entry.effectiveDate)} is removed from the history. {consequence(entry)}
        </p>
      </ConfirmDialog>
    </>
  )
}
