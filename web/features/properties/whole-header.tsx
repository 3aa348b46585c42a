import { showPounds } from '@gya/domain/common/money.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { readSaleForecast } from '@gya/domain/features/forecast/forecast.contract.ts'
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { propertyPhotoUrl, userAvatarUrl } from '../../lib/api/picture-urls.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { HowButton, howAddress } from '../../lib/how-button.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ChainLight, chainStates } from '../common/chain-light.tsx'
import { PropertyPhoto } from '../common/property-photo.tsx'
import { progressorName } from '../common/sale-parties.ts'
import { WhereSaleStands } from '../common/where-sale-stands.tsx'
import { CallStrip } from './call-strip.tsx'
import { FactButton } from './fact-button.tsx'
import type { WireProperty } from './property-page.tsx'
import { type ExchangeFact, forecastFactOf, nextWarningText } from './property-values.ts'

export const wholeHeaderId = 'whole-header'

type Props = {
  property: WireProperty
  params: PropertyParams
  exchange: ExchangeFact | undefined
  /** Whether an accepted offer waits for exchange. */
  isAgreed: boolean
  onEditDays?: (() => void) | undefined
  actions: ReactNode
}

const share = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** What Open shows below the line of the header: photo, facts, actions, and the parties of the sale. */
export function WholeHeader({ property, params, exchange, isAgreed, onEditDays, actions }: Props) {
  const { data: figures } = useCall(readSaleForecast, { params, query: {} }, { enabled: isAgreed })
  const { mi, contacts, timeline } = property
  const { agreedPrice, currentAskingPrice: askingPrice } = mi
  const warning = nextWarningText(timeline.info.nextWarning)
  const forecast = figures?.forecast && forecastFactOf(figures.forecast)
  const { bStaff } = contacts
  return (
    <section className="phead-whole" id={wholeHeaderId} aria-label="Whole header">
      <WhereSaleStands params={params} heading="h2" />
      <PropertyPhoto src={propertyPhotoUrl(params, property.logo, 'card')} width={112} height={80} />
      <dl className="facts">
        <Fact name="Asking price">{askingPrice === null ? <NotKnown /> : showPounds(askingPrice)}</Fact>
        <Fact name="Agreed price">
          {agreedPrice === null ? <NotKnown /> : showPounds(agreedPrice)}
          {agreedPrice !== null && askingPrice ? (
            <small className="share">{share.format((agreedPrice / askingPrice) * 100)} %</small>
          ) : null}
        </Fact>
        <Fact name="Chain">
          <ChainLight state={chainStates[mi.chain]} />
        </Fact>
        {exchange && (
          <Fact name={exchange.name} className={exchange.overdueDays > 0 ? 'over' : undefined}>
            <FactButton label={`Change ${exchange.name.toLowerCase()}`} onClick={onEditDays}>
              {exchange.day === '' ? <NotKnown words="Set a day" /> : <span className="tnum">{exchange.day}</span>}
              {exchange.words !== '' && <small>{exchange.words}</small>}
            </FactButton>
          </Fact>
        )}
        <Fact name="Progressor">
          <FactButton label="Change the progressor" onClick={onEditDays}>
            {bStaff ? (
              <>
                <Avatar name={bStaff.name} src={userAvatarUrl({ _id: bStaff._id, avatar: bStaff.avatar ?? null })} />
                {bStaff.name}
              </>
            ) : (
              <NotKnown words="Nobody yet" />
            )}
          </FactButton>
        </Fact>
        <Fact name="Negotiator">
          <FactButton label="Change the negotiator" onClick={onEditDays}>
            {progressorName(property.negotiator) || <NotKnown words="Nobody yet" />}
          </FactButton>
        </Fact>
        {property.identifiers.uprn !== null && (
          <Fact name="UPRN">
            <span className="tnum">{property.identifiers.uprn}</span>
          </Fact>
        )}
        <Fact name="Next warning" className={warning?.tone ?? undefined}>
          {warning ? (
            <>
              {warning.tone && <Icon of={warning.tone === 'amber' ? IconHourglass : IconAlertTriangle} size={14} />}
              {warning.text}
            </>
          ) : (
            <NotKnown words="None" />
          )}
        </Fact>
        {forecast && (
          <Fact name="Forecast exchange">
            <HowButton how={howAddress('sale', params.propertyId, params.branchId)} className="factb">
              <span className="tnum">{forecast.day}</span>
              <small>{forecast.words}</small>
            </HowButton>
          </Fact>
        )}
      </dl>
      <div className="buttons">{actions}</div>
      <CallStrip property={property} params={params} />
    </section>
  )
}

const NotKnown = ({ words = 'Not yet' }: { words?: string }) => <small>{words}</small>

const Fact = ({ name, className, children }: { name: string; className?: string | undefined; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className={className}>{children}</dd>
  </div>
)
