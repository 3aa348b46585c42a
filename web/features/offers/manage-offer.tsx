import { type DateOnly, isDateOnly, londonDay, showDate } from '@gya/domain/common/dates.ts'
import { showPounds, toPence } from '@gya/domain/common/money.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { unlikelyOffer } from '@gya/domain/common/unlikely-values.ts'
import { type ErrorCode, errors } from '@gya/domain/error-catalogue.ts'
import { deleteOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { whyNotAmendOffer, whyNotRemoveOffer } from '@gya/domain/features/offers/offers.rules.ts'
import { whyNotAcceptOffer } from '@gya/domain/features/sale-now/may.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import { changedFields } from '../../lib/forms/save-form.tsx'
import { usePlausibilityCheck } from '../../lib/forms/use-plausibility-check.tsx'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { today } from '../../lib/today.ts'
import { useSearchParam, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { usePanelParam } from '../../lib/url-state/use-panel-param.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { MoneyField } from '../../ui/fields/number-field.tsx'
import { TextAreaField } from '../../ui/fields/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'
import { FormFooter } from '../../ui/layout/save-bar.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import {
  type AcceptanceGate,
  acceptancePanel,
  OfferFields,
  OfferStateTag,
  saleStartPanel,
  useConfirmAcceptance,
} from './offer-form.tsx'
import {
  type AmendmentEffect,
  amendmentEffects,
  bodyOf,
  implausibleValues,
  offerLabels,
  type PropertyWithOffers,
  valuesOf,
  type WireOffer,
  withProgressor,
} from './offer-values.ts'
import { invalidOffer, offerAmended, offerRemoved, offerSaved } from './offers.messages.ts'

/** The contract's limit. */
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

type AmendOfferProps = { property: PropertyWithOffers; offer: WireOffer; params: PropertyParams; onClose: () => void }

/**
 * "An 'Amend offer' dialog changes the amount of an accepted offer"; "Save enabled only when the new amount differs from
 * the current one and a non-empty reason is given." [property §2](docs/design/property.md#2) and [property §5](docs/design/property.md#5).
 */
export function AmendOfferDialog({ property, offer, params, onClose }: AmendOfferProps) {
  // The version when the dialog opened: a concurrent save is refused, not overwritten.
  const [loaded] = useState({ version: property.version, amount: offer.amount })
  const [amount, setAmount] = useState<number | null>(offer.amount)
  const [reason, setReason] = useState('')
  const saving = useSave(updateOffer, offerAmended)
  const why = whyNotAmend(offer, amount, reason)
  const isChanged = amount !== null && amount >= 1 && amount !== offer.amount
  const plausibility = usePlausibilityCheck()
  const save = async () => {
    if (amount === null) return
    const body = { _id: offer._id, amendAmount: amount, amendReason: reason, version: loaded.version }
    if (await saving.save({ params, body })) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => {
        if (why === null && !saving.pending)
          plausibility.ask([unlikelyOffer(amount, property.mi.currentAskingPrice)], () => void save())
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
      <LeaveGuard dirty={(isChanged || reason !== '') && (!saving.pending || saving.waiting)} />
      {saving.overlay}
      {plausibility.dialog}
      {saving.error && <Notice tone="bad">{refusalText(saving.error, offerAmended.failure)}</Notice>}
      <p className="mut">
        {offer.name} offered {showPounds(loaded.amount)}. A new amount also changes the agreed price and the fee.
      </p>
      <FieldGrid>
        <MoneyField label="Current amount" value={loaded.amount} readOnly />
        <MoneyField label="New amount" value={amount} onChange={setAmount} min={1} required data-autofocus />
      </FieldGrid>
      {isChanged && <Effects effects={amendmentEffects(property.mi, offer.amount, amount)} />}
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

/** "The delete action for an accepted offer is hidden for everyone." */
function RemoveOffer({ offer, params }: { offer: WireOffer; params: PropertyParams }) {
  const [open, setOpen] = useState(false)
  if (whyNotRemoveOffer(offer)) return null
  return (
    <>
      <Button variant="danger-quiet" size="s" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Remove
      </Button>
      {open && (
        <ConfirmSaveDialog
          danger
          call={deleteOffer}
          input={{ params: { ...params, offerId: offer._id } }}
          messages={offerRemoved}
          notFound={invalidOffer}
          title="Remove this offer?"
          confirmLabel="Remove offer"
          onClose={() => setOpen(false)}
        >
          <p>
            {offer.name}’s offer of {showPounds(offer.amount)} and its amount history are removed from this property. To keep it
            on record, reject or withdraw it instead.
          </p>
        </ConfirmSaveDialog>
      )}
    </>
  )
}

const AmountHistory = ({ history }: { history: WireOffer['history'] }) => (
  <>
    <h3 className="sub">Amount history</h3>
    <ol className="hist">
      {history.map(({ amount, createdon, note }, index) => (
        <li key={`${createdon}-${amount}`}>
          <time dateTime={createdon}>{showDate(londonDay(createdon))}</time>
          <b>{showPounds(amount)}</b>
          <span>{note || (index === history.length - 1 ? 'First offer' : 'Amount edited')}</span>
        </li>
      ))}
    </ol>
  </>
)

/** "The amount of an accepted offer is read-only and changes only through the Amend offer dialog." */
const AcceptedAmount = ({ amount, blocked, onAmend }: { amount: number; blocked: boolean; onAmend: () => void }) => (
  <div className="join end">
    <MoneyField label={offerLabels.amount} value={amount} readOnly />
    <Button aria-haspopup="dialog" onClick={onAmend} disabledReason={blocked ? 'Save or discard the other changes first' : null}>
      Amend offer
    </Button>
  </div>
)

/** Opens the acceptance once if the URL requests it, and removes the parameter from the URL. */
function useOpenAcceptance(open: (acceptedOn: DateOnly) => void): void {
  const isAsked = useSearchParam('panel') === acceptancePanel
  const day = useSearchParam('at')
  const setParams = useSetSearchParams()
  const latest = useRef({ open, setParams, day })
  latest.current = { open, setParams, day }
  useEffect(() => {
    if (!isAsked) return
    const { open: show, setParams: set, day: acceptedOn } = latest.current
    show(acceptedOn && isDateOnly(acceptedOn) ? acceptedOn : today())
    set({ panel: undefined, at: undefined }, { replace: true })
  }, [isAsked])
}

type ManageOfferProps = {
  property: PropertyWithOffers
  offer: WireOffer
  params: PropertyParams
  /** The checks required before it is accepted. */
  gate?: AcceptanceGate | undefined
}

/** Use the offer's id as key, so that edits belong to one offer. */
export function ManageOffer({ property, offer, params, gate }: ManageOfferProps) {
  const [amending, setAmending] = useState(false)
  const saleStart = usePanelParam(saleStartPanel)
  const progressor = useRef<string | null>(undefined)
  const onChoose = (bStaff: string | null | undefined) => {
    progressor.current = bStaff
  }
  const saving = useSaveForm({
    call: updateOffer,
    name: `offer-${offer._id}`,
    initialValues: valuesOf(offer),
    version: property.version,
    toInput: (values, version) => ({
      params,
      body: {
        _id: offer._id,
        ...withProgressor(bodyOf(values), values.state === 'A' && offer.state !== 'A', progressor.current),
        version,
      },
    }),
    implausible: (values) => implausibleValues(values, property.mi, today()),
    messages: offerSaved,
    onSaved: (_response, values) => {
      if (values.state === 'A' && offer.state !== 'A') saleStart.show()
    },
  })
  const { form } = saving
  const accepting = useConfirmAcceptance(saving, { property, offer, params, onChoose }, gate)
  useOpenAcceptance((acceptedOn) => {
    if (whyNotAcceptOffer(offer, property) || offer.state === 'A') return
    form.setValues({ state: 'A', acceptedOn })
    accepting.ask()
  })
  const accepted = offer.state === 'A'
  const changed = changedFields(form, offerLabels)
  return (
    <>
      <form {...saving.props} onSubmit={accepting.onSubmit} aria-label={`Manage offer of ${offer.name}`}>
        <FormPanel
          title="Manage offer"
          aside={
            <>
              <OfferStateTag state={offer.state} />
              <span className="spacer" />
              {accepted && offer.acceptedOn && <span className="mut t12">Accepted {showDate(offer.acceptedOn)}</span>}
              <RemoveOffer offer={offer} params={params} />
            </>
          }
          foot={
            <FormFooter
              changes={changed.length}
              disabledReason={saving.disabledReason}
              pending={saving.pending}
              saveLabel="Save offer"
              onDiscard={saving.dirty ? form.reset : undefined}
            />
          }
        >
          {saving.notices}
          <OfferFields
            form={form}
            offer={offer}
            property={property}
            companyId={params.companyId}
            amount={
              accepted ? (
                <AcceptedAmount amount={offer.amount} blocked={saving.dirty} onAmend={() => setAmending(true)} />
              ) : undefined
            }
          />
          <AmountHistory history={offer.history} />
        </FormPanel>
        {accepting.question}
      </form>
      {accepted && gate?.list && <FormPanel title="Checks of this offer">{gate.list}</FormPanel>}
      {amending && <AmendOfferDialog property={property} offer={offer} params={params} onClose={() => setAmending(false)} />}
    </>
  )
}
