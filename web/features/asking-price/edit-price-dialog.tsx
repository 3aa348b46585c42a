import type { Wire } from '@gya/domain/endpoint.ts'
import { updateAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { SaveFormDialog } from '../../platform/save-form-dialog.tsx'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { askingPriceSaved } from './asking-price.messages.ts'
import type { PriceRow } from './price-entries.ts'
import { PriceFields, type PriceValues, unlikelyPrice } from './price-fields.tsx'

type EditPriceDialogProps = {
  entry: PriceRow
  version: number
  params: { companyId: string; branchId: string; propertyId: string }
  onClose: () => void
}

/** Corrects a price that was mistyped; the record keeps what it was. */
export function EditPriceDialog({ entry, version, params, onClose }: EditPriceDialogProps) {
  const { price, effectiveDate, priceOption } = entry
  const initialValues: PriceValues = { price, effectiveDate, priceOption }
  const saving = useSaveForm({
    call: updateAskingPrice,
    name: `askingprice-${entry._id}`,
    initialValues,
    version,
    toInput: (values, held) => ({
      params,
      body: { _id: entry._id, ...values, version: held } as Wire<typeof updateAskingPrice, 'body'>,
    }),
    implausible: (values) => unlikelyPrice(values, entry.previousPrice),
    messages: askingPriceSaved,
    onSaved: onClose,
  })
  return (
    <SaveFormDialog
      title="Edit price"
      saving={saving}
      onClose={onClose}
      disabledReason={saving.disabledReason}
      saveLabel="Save price"
    >
      <PriceFields form={saving.form} columns={2} />
    </SaveFormDialog>
  )
}
