import { showPercentOf, showPounds } from '@gya/domain/common/money.ts'
import { unlikelyOffer } from '@gya/domain/common/unlikely-values.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { errors } from '@gya/domain/errors.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { SaveFormDialog } from '../../platform/save-form-dialog.tsx'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { Button } from '../../ui/button.tsx'
import { FormPanel } from '../../ui/form-panel.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import './management-info.css'
import { soldPriceSaved } from './management-info.messages.ts'
import type { InfoProperty } from './mi-values.ts'

type SoldPriceProps = { property: InfoProperty; params: { companyId: string; branchId: string; propertyId: string } }
type Body = Wire<typeof updateManagementInfo, 'body'>

const isSold = ({ offers }: InfoProperty): boolean => offers.some((offer) => offer.state === 'A')

/** "A separate sold-price management action exists": the price that was agreed, and the button that changes it. */
export function SoldPricePanel({
  property,
  mayEdit,
  onChange,
}: {
  property: InfoProperty
  mayEdit: boolean
  onChange: () => void
}) {
  const { agreedPrice, currentAskingPrice } = property.mi
  const ofAsking = agreedPrice === null ? null : showPercentOf(agreedPrice, currentAskingPrice)
  return (
    <FormPanel title="Sold price">
      <dl className="sums">
        <div>
          <dt>Sold price</dt>
          <dd>{agreedPrice === null ? <span className="mut">Not yet</span> : <b>{showPounds(agreedPrice)}</b>}</dd>
        </div>
        <div>
          <dt>Asking price</dt>
          <dd>{currentAskingPrice === null ? <span className="mut">Not yet</span> : showPounds(currentAskingPrice)}</dd>
        </div>
        {ofAsking && (
          <div>
            <dt>Of the asking price</dt>
            <dd>{ofAsking}</dd>
          </div>
        )}
      </dl>
      {mayEdit && (
        <div className="group">
          <Button
            aria-haspopup="dialog"
            disabledReason={isSold(property) ? null : errors.SOLD_PRICE_WITHOUT_SALE[1]}
            onClick={onChange}
          >
            Change sold price
          </Button>
        </div>
      )}
    </FormPanel>
  )
}

/** Sets another sold price; the fee follows it. The accepted offer keeps its amount: that is amended under Offers. */
export function SoldPriceDialog({ property, params, onClose }: SoldPriceProps & { onClose: () => void }) {
  const saving = useSaveForm({
    call: updateManagementInfo,
    name: `sold-price-${property._id}`,
    initialValues: { agreedPrice: property.mi.agreedPrice },
    version: property.version,
    toInput: (values, version) => ({ params, body: { ...values, version } as Body }),
    validate: ({ agreedPrice }) => (agreedPrice ? {} : { agreedPrice: errors.SOLD_PRICE_REQUIRED[1] }),
    implausible: ({ agreedPrice }) => [unlikelyOffer(agreedPrice, property.mi.currentAskingPrice)],
    messages: soldPriceSaved,
    onSaved: onClose,
  })
  return (
    <SaveFormDialog
      title="Change sold price"
      saving={saving}
      onClose={onClose}
      disabledReason={saving.disabledReason}
      saveLabel="Save sold price"
    >
      <MoneyField
        {...saving.form.getInputProps('agreedPrice')}
        label="Sold price"
        required
        min={0.01}
        hint="The fee is worked out from it. The amount of the accepted offer stays: amend it under Offers."
      />
    </SaveFormDialog>
  )
}
