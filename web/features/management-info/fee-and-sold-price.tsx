import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import './management-info.css'
import { showPercentOf, showPounds, showPoundsAndPence } from '@gya/domain/common/money.ts'
import { unlikelyOffer } from '@gya/domain/common/unlikely-values.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import type { ReactNode } from 'react'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { Button } from '../../ui/button.tsx'
import { MoneyField } from '../../ui/fields/number-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { Tag } from '../../ui/tag.tsx'
import { soldPriceSaved } from './management-info.messages.ts'
import type { FeePreview, InfoProperty, WireMi } from './management-info-values.ts'

const FeeLine = ({ name, total, children }: { name: ReactNode; total?: boolean; children: ReactNode }) => (
  <div className={total ? 'total' : undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const amountOrNotYet = (pounds: number | null): ReactNode =>
  pounds === null ? <span className="mut">Not yet</span> : showPoundsAndPence(pounds)

const feeBasis = ({ agreedPrice, currentAskingPrice }: WireMi): string => {
  if (agreedPrice !== null) return `Of the sold price, ${showPounds(agreedPrice)}.`
  if (currentAskingPrice !== null) return `Of the asking price, ${showPounds(currentAskingPrice)}, until a price is agreed.`
  return 'There is no asking price yet.'
}

/** "Fee preview (gross, deduction, expected)", from the values being edited. All amounts exclude VAT. */
export const FeePanel = ({ mi, fees }: { mi: WireMi; fees: FeePreview }) => (
  <FormPanel title="Fee" aside={fees.estimate && <Tag tone="amber">Estimate</Tag>}>
    <dl className="sums">
      <FeeLine name={fees.percent === null ? 'Gross fee' : `Gross fee (${fees.percent} %)`}>{amountOrNotYet(fees.gross)}</FeeLine>
      <FeeLine name={`Deduction (${mi.feeDeduction} %)`}>
        {fees.deduction === null ? (
          amountOrNotYet(null)
        ) : (
          <>
            {'\u2212'}
            {showPoundsAndPence(fees.deduction)}
          </>
        )}
      </FeeLine>
      <FeeLine name="Expected fee" total>
        {amountOrNotYet(fees.expected)}
      </FeeLine>
    </dl>
    <p className="hint">{feeBasis(mi)} Excluding VAT.</p>
  </FormPanel>
)

type SoldPriceProps = { property: InfoProperty; params: PropertyParams }
type Body = Wire<typeof updateManagementInfo, 'body'>

const isSold = ({ offers }: InfoProperty): boolean => offers.some((offer) => offer.state === 'A')

/** "A separate sold-price management action exists." */
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

/** Changes the sold price and with it the fee. The accepted offer keeps its amount: it is amended under Offers. */
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
