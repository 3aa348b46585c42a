import { addressLine } from '@gya/domain/common/address-line.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type listOwnProperties, readOwnProperty } from '@gya/domain/features/vendors/own-sale.contract.ts'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { PropertyPhoto } from '../layouts/house-picture.tsx'
import { propertyPhotoUrl } from '../platform/pictures.ts'
import { useCall } from '../platform/use-call.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { PhaseBadge } from '../ui/phase-badge.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { useMessages } from './messages.tsx'
import { News, Viewings } from './own-record.tsx'
import { Happening, Track } from './own-steps.tsx'
import { longDay, shortDay, stepBarClass } from './own-words.ts'

type ListedProperty = Wire<typeof listOwnProperties, 'response'>['data'][number]
export type VendorProperty = Wire<typeof readOwnProperty, 'response'>

/** One property's sale: how far it is, what happens now, what is done and what comes, viewings, news, and who to call. */
export function SaleView({ property }: { property: ListedProperty }) {
  const { companyId, branchId, _id: propertyId } = property
  const { data: own, error, refetch } = useCall(readOwnProperty, { params: { companyId, branchId, propertyId } })
  const { data: messages } = useMessages()
  if (!own) return error ? <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState> : <SkeletonLines lines={10} />
  return (
    <>
      <Head own={own} photo={propertyPhotoUrl({ companyId, branchId, propertyId }, own.logo, 'card')} />
      <Progress own={own} />
      <Happening sale={own.sale} />
      {own.sale.tracks.map((track) => (
        <Track key={track.track} track={track} />
      ))}
      <Viewings viewings={own.viewings} />
      <News news={own.news} seenUntil={messages?.seenUntil} />
      <WhoToCall own={own} />
    </>
  )
}

function Head({ own, photo }: { own: VendorProperty; photo: string | null }) {
  const { line1, line2, town, postcode } = own.address
  return (
    <div className="vhead">
      <PropertyPhoto src={photo} width={88} height={64} />
      <div>
        <h1>{line1}</h1>
        <p className="mut">{addressLine({ line1: '', line2, town, postcode })}</p>
        <p>
          <PhaseBadge phase={own.phase} /> {own.price !== null && <b className="tnum">{showPounds(own.price)}</b>}
        </p>
      </div>
    </div>
  )
}

function Progress({ own }: { own: VendorProperty }) {
  const { sale, offerAcceptedOn, completionDate, exchanged } = own
  return (
    <section className="vprog" aria-label="Progress">
      <p>
        <b>
          {sale.done} of {sale.total} steps done
        </b>
        {offerAcceptedOn && <span className="mut">since {shortDay(offerAcceptedOn)}</span>}
      </p>
      <span className="steps big" aria-hidden="true">
        {sale.tracks.flatMap((track) =>
          track.steps.map((step) => <i key={step.key} className={stepBarClass(track.track, step.state)} />),
        )}
      </span>
      {completionDate && (
        <p>
          <span className="mut">{exchanged ? 'You move on' : 'Completion is planned for'}</span>
          <b>
            <time dateTime={completionDate}>{longDay(completionDate)}</time>
          </b>
        </p>
      )}
    </section>
  )
}

function WhoToCall({ own: { contact, branch } }: { own: VendorProperty }) {
  return (
    <section className="vperson" aria-label="Who to call">
      <Avatar name={contact.name} size={36} />
      <div>
        <b>{contact.name}</b>
        <p className="mut">{contact.name === branch.name ? 'Your branch' : 'Looks after your sale'}</p>
      </div>
      <span className="spacer" />
      {contact.email && (
        <a className="btn p44 icon" href={`mailto:${contact.email}`} aria-label={`E-mail ${contact.name}`}>
          <Icon of={IconMail} size={18} />
        </a>
      )}
      {contact.tel && (
        <a className="btn primary p44" href={`tel:${contact.tel.replace(/\s/g, '')}`}>
          <Icon of={IconPhone} size={16} />
          Call
        </a>
      )}
    </section>
  )
}
