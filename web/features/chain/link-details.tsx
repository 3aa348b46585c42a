import { addressLine } from '@gya/domain/common/address-line.ts'
import { saleTypeLabels, saleTypes } from '@gya/domain/features/chain/chain.model.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { Link as PageLink } from '../../ui/navigation/link.tsx'
import { clearPropertyLink, noteLimit, removeFromChain, salesProgress, surveyNotes } from './chain.messages.ts'
import { canNameBuyer, isLive, type Link, type LinkFields, linkName } from './chain-edit.ts'
import type { LinkCardProps } from './link-card.tsx'
import { ClearPropertyLinkDialog, LinkParty, LinkProperty } from './link-lookups.tsx'
import { partyLabel } from './link-summary.ts'

/** States that the ticks follow the linked property's timeline. */
export function LinkedSaleProgress({ link: { propertyRef, timeline } }: { link: Link }) {
  const to = useScopedPath()
  const line1 = propertyRef?.address.line1 ?? 'this property'
  return (
    <section className="group" aria-label={salesProgress}>
      <p className="hint">
        {propertyRef?.deleted ? 'As it was when the chain was last saved.' : 'The ticks follow the timeline of '}
        {propertyRef && !propertyRef.deleted && (
          <>
            {propertyRef.branch ? (
              <PageLink
                className="link"
                to={to('/property/timeline', { branch: propertyRef.branch._id, property: propertyRef._id })}
              >
                {line1}
              </PageLink>
            ) : (
              line1
            )}
            .
          </>
        )}
        {timeline.surveyDate && ` The first survey is on ${timeline.surveyDate}.`}
      </p>
    </section>
  )
}

type LinkDetailsProps = LinkCardProps & { change: (fields: Partial<LinkFields>) => void }

const partyFields = [
  { part: 'agent', label: 'Agent', placeholder: 'Contact or name' },
  { part: 'solicitor', label: 'Solicitor', placeholder: 'Firm or contact' },
] as const

/** The details of a link: editable fields, read-only where the property provides the value. */
export function LinkDetails(props: LinkDetailsProps) {
  const { link, position, count, errors, companyId, act, whyNotLink, change } = props
  const live = isLive(link)
  return (
    <div className="detail">
      <div className="grid3">
        {live ? (
          <TextField label="Property address" value={addressOf(link)} error={errors.propertyRef} readOnly />
        ) : (
          <TextField
            label="Property address"
            value={link.propertyName}
            error={errors.propertyName}
            onChange={(propertyName) => change({ propertyName })}
          />
        )}
        {partyFields.map(({ part, label, placeholder }) =>
          live ? (
            <TextField key={part} label={label} value={partyLabel(link, part)} readOnly />
          ) : (
            <LinkParty
              key={part}
              label={label}
              placeholder={placeholder}
              value={link[part]}
              companyId={companyId}
              actingAs={part === 'solicitor' ? 'solicitor' : undefined}
              error={errors[part] ?? errors[`${part}.name`]}
              telError={errors[`${part}.tel`]}
              onChange={(party) => change({ [part]: party })}
            />
          ),
        )}
        {position === count && <EndOfChain {...props} />}
        {!live && (
          <TextField
            label={surveyNotes}
            value={link.timeline.surveyDate}
            error={errors['timeline.surveyDate']}
            onChange={(surveyDate) => change({ timeline: { ...link.timeline, surveyDate } })}
          />
        )}
        <TextAreaField
          className={position === count ? undefined : live ? 'full' : 'two-of-four'}
          label="General notes"
          rows={1}
          value={link.note}
          error={errors.note ?? (link.note.length > noteLimit ? `Use at most ${noteLimit} characters.` : undefined)}
          onChange={(note) => change({ note })}
        />
        {!live && (
          <LinkProperty
            companyId={companyId}
            whyNotLink={whyNotLink}
            onLink={(linked) => act({ kind: 'link', id: link._id, linked })}
          />
        )}
      </div>
      {live && <LinkedSaleProgress link={link} />}
      <LinkActions {...props} />
    </div>
  )
}

const addressOf = ({ propertyRef }: Link): string => (propertyRef ? addressLine(propertyRef.address) : '')

/** "Only the last item in the chain may carry a buyer name"; the same applies to the sale type. */
const EndOfChain = ({ link, position, count, errors, change }: LinkDetailsProps) => (
  <>
    {canNameBuyer(link, position, count) ? (
      <TextField
        label="Buyer’s name"
        value={link.personName}
        error={errors.personName}
        onChange={(personName) => change({ personName })}
      />
    ) : (
      <TextField label="Buyer’s name" value={link.propertyRef?.buyer?.name ?? ''} placeholder="Nobody yet" readOnly />
    )}
    <SelectField
      label="Sale type"
      value={link.saleType}
      options={saleTypes.map((value) => ({ value, label: saleTypeLabels[value] }))}
      onChange={(saleType) => change({ saleType })}
    />
  </>
)

function LinkActions({ link, position, count, act, onMove }: LinkDetailsProps) {
  const [clearing, setClearing] = useState(false)
  const id = link._id
  return (
    <div className="rowend">
      <IconButton
        size="s"
        variant="quiet"
        icon={IconArrowUp}
        label="Move up"
        disabledReason={position === count ? 'This is the buyer’s end' : null}
        onClick={() => onMove(id, 'above')}
      />
      <IconButton
        size="s"
        variant="quiet"
        icon={IconArrowDown}
        label="Move down"
        disabledReason={position === 1 ? 'This is the onward purchase' : null}
        onClick={() => onMove(id, 'below')}
      />
      <span className="spacer" />
      {link.propertyRef && !link.thisProperty && (
        <Button size="s" variant="danger-quiet" aria-haspopup="dialog" onClick={() => setClearing(true)}>
          {clearPropertyLink}
        </Button>
      )}
      <Button
        size="s"
        variant="danger-quiet"
        disabledReason={link.thisProperty ? 'A chain keeps the property it belongs to. Reset takes the whole chain away.' : null}
        onClick={() => act({ kind: 'remove', id })}
      >
        {removeFromChain}
      </Button>
      {clearing && (
        <ClearPropertyLinkDialog
          line1={linkName(link)}
          onClose={() => setClearing(false)}
          onClear={() => {
            setClearing(false)
            act({ kind: 'unlink', id })
          }}
        />
      )}
    </div>
  )
}
