import './party-links.css'
import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { addresseeOf } from '@gya/domain/features/party-links/addressee.ts'
import {
  endPartyLink,
  listPartyLinks,
  resendPartyLink,
  sendPartyLink,
} from '@gya/domain/features/party-links/party-links.contract.ts'
import {
  type LinkParty,
  linkEndingLabels,
  linkParties,
  linkPartyLabels,
} from '@gya/domain/features/party-links/party-links.model.ts'
import { whyNotSendAgain } from '@gya/domain/features/party-links/party-links.rules.ts'
import type { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { linkEnded, linkSent } from './party-links.messages.ts'

type Property = Pick<Wire<typeof readProperty, 'response'>, '_id' | 'contacts' | 'offers' | 'address'>
type PartyLink = Wire<typeof listPartyLinks, 'response'>['data'][number]
type Props = { property: Property; params: PropertyParams }

/** Party links for the solicitors and the buyer, with their state, last visit and actions. */
export function PartyLinksPanel({ property, params }: Props) {
  const isSold = property.offers.some(({ state }) => state === 'A')
  return useMay('party-link.manage') && isSold ? <Panel property={property} params={params} /> : null
}

const stateOf = ({ endedBecause, expiresOn }: PartyLink): string =>
  endedBecause ? `Ended: ${linkEndingLabels[endedBecause].toLowerCase()}` : `Open until ${showDate(londonDay(expiresOn))}`

const seenOf = ({ lastSeenOn, daysSeen }: PartyLink): string =>
  lastSeenOn === null ? 'Not opened yet' : `Last seen ${showDate(londonDay(lastSeenOn))}, on ${daysSeen} of 30 days`

function Panel({ property, params }: Props) {
  const { data, error, refetch } = useCall(listPartyLinks, { params })
  const [sending, setSending] = useState<LinkParty | null>(null)
  return (
    <section className="panel party-links" aria-labelledby="party-links">
      <h2 id="party-links">Pages for the parties</h2>
      <p className="mut">
        A solicitor or the buyer sees the progress of the sale there, without prices, fees or names, and can propose updates. A
        proposal changes nothing until you accept it.
      </p>
      {error && !data && <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>}
      <ul>
        {linkParties.map((party) => (
          <li key={party}>
            <div className="pl-head">
              <b>{linkPartyLabels[party]}</b>
              <Button
                size="s"
                icon={IconSend}
                aria-haspopup="dialog"
                onClick={() => setSending(party)}
                aria-label={`Send link to ${linkPartyLabels[party].toLowerCase()}`}
              >
                Send link
              </Button>
            </div>
            {(data?.data ?? [])
              .filter((link) => link.party === party)
              .slice(0, 5)
              .map((link) => (
                <LinkLine key={link._id} link={link} params={params} />
              ))}
          </li>
        ))}
      </ul>
      {sending && <SendDialog party={sending} property={property} params={params} onClose={() => setSending(null)} />}
    </section>
  )
}

function LinkLine({ link, params }: { link: PartyLink; params: PropertyParams }) {
  const [ending, setEnding] = useState(false)
  const again = useSave(resendPartyLink, linkSent)
  const end = useSave(endPartyLink, linkEnded)
  const input = { params: { ...params, linkId: link._id } }
  const mayResend = whyNotSendAgain(link.endedBecause) === null
  return (
    <div className="pl-line">
      <span>
        {[link.name, link.email].filter(Boolean).join(', ')}
        <span className="mut t12">
          {stateOf(link)} · {seenOf(link)}
        </span>
      </span>
      {mayResend && (
        <Button
          size="s"
          variant="quiet"
          pending={again.pending}
          onClick={() => void again.save(input)}
          aria-label={`Send again to ${link.name}`}
        >
          Send again
        </Button>
      )}
      {link.endedBecause === null && (
        <Button
          size="s"
          variant="danger-quiet"
          aria-haspopup="dialog"
          onClick={() => setEnding(true)}
          aria-label={`End the link of ${link.name}`}
        >
          End
        </Button>
      )}
      <ConfirmDialog
        open={ending}
        danger
        title={`End the link of ${link.name}?`}
        confirmLabel="End link"
        pending={end.pending}
        error={end.error?.message}
        onCancel={() => setEnding(false)}
        onConfirm={() => void end.save(input).then((done) => done && setEnding(false))}
      >
        <p>The address opens nothing from now on, and what they proposed and is still open lapses.</p>
      </ConfirmDialog>
      {again.overlay}
      {end.overlay}
    </div>
  )
}

type Values = { name: string; email: string }

function SendDialog({ party, property, params, onClose }: Props & { party: LinkParty; onClose: () => void }) {
  const known = addresseeOf(property.contacts, party)
  const saving = useSaveForm<typeof sendPartyLink, Values>({
    call: sendPartyLink,
    name: `party-link-${property._id}-${party}`,
    initialValues: { name: known?.name ?? '', email: known?.email ?? '' },
    toInput: ({ name, email }) => ({
      params,
      body: {
        party,
        name,
        email,
        ...(known?.contactId ? { contactId: known.contactId } : {}),
        ...(known?.pocId ? { pocId: known.pocId } : {}),
      },
    }),
    messages: linkSent,
    onSaved: onClose,
  })
  const { form } = saving
  return (
    <SaveFormDialog
      title={`Send a link to the ${linkPartyLabels[party].toLowerCase()}`}
      saving={saving}
      saveLabel="Send link"
      disabledReason={form.values.name.trim() === '' || form.values.email.trim() === '' ? 'Enter name and e-mail first' : null}
      onClose={onClose}
    >
      <p>
        They get an e-mail with a link to a page about {property.address.line1}. The link is valid for 60 days, and ends with the
        sale.
      </p>
      <TextField {...form.getInputProps('name')} label="Name" />
      <TextField {...form.getInputProps('email')} label="E-mail" type="email" />
    </SaveFormDialog>
  )
}
