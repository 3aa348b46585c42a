import { addressLine } from '@gya/domain/common/address-line.ts'
import { londonDay } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import { telephoneLink } from '@gya/domain/common/telephone.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { isActivePhase, isCompletedPhase } from '@gya/domain/features/timeline/phase.ts'
import { type listPortalProperties, readPortalProperty } from '@gya/domain/features/vendor-portal/vendor-portal.contract.ts'
import type { VendorStepState } from '@gya/domain/features/vendor-portal/vendor-portal.rules.ts'
import { IconAlertTriangle, IconCheck, IconHourglass, IconMail, IconPhone, IconProgress } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { PhaseBadge } from '../features/common/phase-badge.tsx'
import { PropertyPhoto } from '../features/common/property-photo.tsx'
import { propertyPhotoUrl } from '../lib/api/picture-urls.ts'
import { useCall } from '../lib/api/use-call.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../ui/feedback/loading.tsx'
import { Icon } from '../ui/icon.tsx'
import { identityChecked, isNewSince, longDay, plainDay, shortDay, stepBarClass, stepDayText } from './format.ts'
import { MessageLines, NewMark, useMessages } from './messages.tsx'
import { StepDay } from './step-day.tsx'

type Line = { id: string; words: ReactNode; at: string; when: string }

/** Number of lines shown initially. */
const first = 4

const Lines = ({ title, lines }: { title: string; lines: Line[] }) => {
  const [all, setAll] = useState(false)
  if (lines.length === 0) return null
  return (
    <section className="vtrack gry" aria-label={title}>
      <h2>
        {title}
        <span>{lines.length}</span>
      </h2>
      <ol>
        {lines.slice(0, all ? undefined : first).map(({ id, words, at, when }) => (
          <li key={id} className="said">
            <span>{words}</span>
            <time dateTime={at}>{when}</time>
          </li>
        ))}
      </ol>
      {lines.length > first && (
        <Button variant="quiet" className="p44 more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${lines.length}`}
        </Button>
      )}
    </section>
  )
}

/** Viewings with feedback, without the viewers' names. */
export const Viewings = ({ viewings }: { viewings: VendorProperty['viewings'] }) => (
  <Lines
    title="Viewings"
    lines={viewings.map(({ _id, when, time, feedback }) => ({
      id: _id,
      words: feedback || <span className="mut">No feedback yet</span>,
      at: when,
      when: [shortDay(when), time].filter(Boolean).join(', '),
    }))}
  />
)

/** Messages about this property, newest first. */
export const News = ({ news, seenUntil }: { news: VendorProperty['news']; seenUntil: string | null | undefined }) => (
  <Lines
    title="News"
    lines={news.map((message) => ({
      id: message._id,
      words: (
        <>
          <NewMark isNew={seenUntil !== undefined && isNewSince(message.at, seenUntil)} />
          <MessageLines message={message} />
        </>
      ),
      at: message.at,
      when: shortDay(londonDay(message.at)),
    }))}
  />
)

type Sale = VendorProperty['sale']

const signs = { done: IconCheck, now: IconProgress, late: IconAlertTriangle, waiting: IconHourglass }
const looks: Record<VendorStepState, string> = { done: 'c', now: 'at', late: 'late', waiting: 'wait', next: 'n' }
const tones: Partial<Record<VendorStepState, string>> = { late: 'over', waiting: 'amber' }
const spoken: Record<VendorStepState, string> = {
  done: 'Done',
  now: 'In hand',
  late: 'Late',
  waiting: 'Waiting',
  next: 'Not started',
}

/** Current steps, late ones first, and the next step. */
export const Happening = ({ sale: { standing, now, next } }: { sale: Sale }) => (
  <section className="vnext" aria-labelledby="vendor-now">
    <h2 id="vendor-now">What happens now</h2>
    {standing && <p>{standing}</p>}
    {now.map(({ key, state, name, sentence }) => (
      <p key={key} className={tones[state]}>
        <Icon of={state === 'late' || state === 'waiting' ? signs[state] : IconProgress} size={16} />
        <span>
          {name}
          <small>{sentence}</small>
        </span>
      </p>
    ))}
    {next && <p className="mut">Next: {next.name}</p>}
  </section>
)

const trackLooks: Partial<Record<Sale['tracks'][number]['track'], string>> = { L: 'leg', F: 'fin' }

/** Steps of a track with the day they were done or are expected. Those of a paused sale are only what is done. */
export const Track = ({
  track: { track, title, done, steps },
  standing,
}: {
  track: Sale['tracks'][number]
  standing: Sale['standing']
}) => (
  <section className={`vtrack ${trackLooks[track] ?? 'gry'}`} aria-label={title}>
    <h2>
      {title}
      <span>
        {done} {standing !== null && done === steps.length ? 'done' : `of ${steps.length}`}
      </span>
    </h2>
    <ol>
      {steps.map((step) => (
        <li key={step.key} className={looks[step.state]}>
          {step.state === 'next' ? <i /> : <Icon of={signs[step.state]} size={16} />}
          <span>
            {step.name}
            <span className="vh">, {spoken[step.state]}</span>
          </span>
          <StepDay on={step.on} words={stepDayText(step)} />
        </li>
      ))}
    </ol>
  </section>
)

type ListedProperty = Wire<typeof listPortalProperties, 'response'>['data'][number]
export type VendorProperty = Wire<typeof readPortalProperty, 'response'>

/** The sale of one property: progress, steps, viewings, messages and contact. */
export function SaleView({ property }: { property: ListedProperty }) {
  const { companyId, branchId, _id: propertyId } = property
  const { data: own, error, refetch } = useCall(readPortalProperty, { params: { companyId, branchId, propertyId } })
  const { data: messages } = useMessages()
  if (!own) return error ? <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState> : <SkeletonLines lines={10} />
  return (
    <>
      <Head own={own} photo={propertyPhotoUrl({ companyId, branchId, propertyId }, own.logo, 'card')} />
      {/* Nothing goes on while the property is withdrawn: a count of the steps that are left would look finished. */}
      {isActivePhase(own.phase) && <Progress own={own} />}
      <Happening sale={own.sale} />
      {own.sale.tracks.map((track) => (
        <Track key={track.track} track={track} standing={own.sale.standing} />
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
        {own.identityChecked && <p className="mut">{identityChecked}</p>}
      </div>
    </div>
  )
}

function Progress({ own }: { own: VendorProperty }) {
  const { sale, phase, offerAcceptedOn, completionDate, expected } = own
  return (
    <section className="vprog" aria-label="Progress">
      <p>
        {!isCompletedPhase(phase) && (
          <b>
            {sale.done} of {sale.total} steps done
          </b>
        )}
        {offerAcceptedOn && <span className="mut">since {shortDay(offerAcceptedOn)}</span>}
      </p>
      <span className="steps big" aria-hidden="true">
        {sale.tracks.flatMap((track) =>
          track.steps.map((step) => <i key={step.key} className={stepBarClass(track.track, step.state)} />),
        )}
      </span>
      {completionDate && (
        <p>
          <span className="mut">Completion is planned for</span>
          <b>
            <time dateTime={completionDate}>{longDay(completionDate)}</time>
          </b>
        </p>
      )}
      {expected?.exchange && <p>We are working towards exchange around {plainDay(expected.exchange)}.</p>}
      {expected?.completion && <p>We are working towards completion around {plainDay(expected.completion)}.</p>}
    </section>
  )
}

function WhoToCall({ own: { contact, branch } }: { own: VendorProperty }) {
  const telephone = telephoneLink(contact.tel)
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
      {telephone && (
        <a className="btn primary p44" href={telephone}>
          <Icon of={IconPhone} size={16} />
          Call
        </a>
      )}
    </section>
  )
}
