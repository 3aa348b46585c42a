import { showPounds, toPence } from '@gya/domain/common/money.ts'
import { unlikelyOffer } from '@gya/domain/common/unlikely-values.ts'
import { type ErrorCode, errors } from '@gya/domain/errors.ts'
import { whyNotAmendOffer } from '@gya/domain/features/offers/decide-offer.ts'
import { updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { LeaveGuard } from '../../platform/leave-guard.tsx'
import { usePlausibilityCheck } from '../../platform/use-doubts.tsx'
import { refusalText, useSave } from '../../platform/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldGrid } from '../../ui/form-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { type AmendmentEffect, amendmentEffects } from './amendment.ts'
import type { PropertyWithOffers, WireOffer } from './offer-values.ts'
import { offerAmended } from './offers.messages.ts'

type Params = { companyId: string; branchId: string; propertyId: string }

/** The longest reason that the call takes. */
const longestReason = 500

const whyNotAmend = (offer: WireOffer, amount: number | null, reason: string): string | null => {
  if (amount === null || Number.isNaN(amount) || amount < 1) return 'Enter an amount of 1 or more.'
  const code: ErrorCode | null = whyNotAmendOffer({ state: offer.state, amount: toPence(offer.amount) }, toPence(amount), reason)
  if (code) return errors[code][1]
  return reason.length > longestReason ? `Use at most ${longestReason} characters.` : null
}

const Effects = ({ effects }: { effects: readonly AmendmentEffect[] }) => (
  <dl className="delta" aria-live="polite">
    {effects.map(({ what, from, to }) => (
      <div key={what}>
        <dt>{what}</dt>
        <dd>
          {from && (
            <>
              {from} <Icon of={IconArrowRight} size={12} /> <span className="vh">becomes</span>{' '}
            </>
          )}
          <b>{to}</b>
        </dd>
      </div>
    ))}
  </dl>
)

type AmendOfferProps = { property: PropertyWithOffers; offer: WireOffer; params: Params; onClose: () => void }

/**
 * "An 'Amend offer' dialog changes the amount of an accepted offer"; "Save enabled only when the new amount differs from
 * the current one and a non-empty reason is given." Property document, sections 2 and 5.
 */
export function AmendOfferDialog({ property, offer, params, onClose }: AmendOfferProps) {
  // What the reader saw when the dialog opened: a save of somebody else in between is refused, not overwritten.
  const [seen] = useState({ version: property.version, amount: offer.amount })
  const [amount, setAmount] = useState<number | null>(offer.amount)
  const [reason, setReason] = useState('')
  const saving = useSave(updateOffer, offerAmended)
  const why = whyNotAmend(offer, amount, reason)
  const differs = amount !== null && amount >= 1 && amount !== offer.amount
  const doubts = usePlausibilityCheck()
  const save = async () => {
    if (amount === null) return
    const body = { _id: offer._id, amendAmount: amount, amendReason: reason, version: seen.version }
    if (await saving.save({ params, body })) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => {
        if (why === null && !saving.pending)
          doubts.ask([unlikelyOffer(amount, property.mi.currentAskingPrice)], () => void save())
      }}
      title="Amend offer"
      locked={saving.pending}
      footer={
        <>
          <Button onClick={onClose} disabledReason={saving.pending ? 'Please wait...' : null}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" pending={saving.pending} disabledReason={why}>
            Save
          </Button>
        </>
      }
    >
      <LeaveGuard dirty={(differs || reason !== '') && (!saving.pending || saving.waiting)} />
      {saving.overlay}
      {doubts.dialog}
      {saving.error && <Notice tone="bad">{refusalText(saving.error, offerAmended.failure)}</Notice>}
      <p className="mut">
        {offer.name} offered {showPounds(seen.amount)}. A new amount also changes the agreed price and the fee.
      </p>
      <FieldGrid>
        <MoneyField label="Current amount" value={seen.amount} readOnly />
        <MoneyField label="New amount" value={amount} onChange={setAmount} min={1} required data-autofocus />
      </FieldGrid>
      {differs && <Effects effects={amendmentEffects(property.mi, offer.amount, amount)} />}
      <TextAreaField
        label="Reason"
        placeholder="Why the amount changes"
        value={reason}
        onChange={setReason}
        limit={longestReason}
        required
      />
    </Dialog>
  )
}
