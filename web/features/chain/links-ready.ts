import { showDate } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readSaleForecast } from '@gya/domain/features/forecast/forecast.contract.ts'
import type { LinkReady } from './link-card.tsx'

type Forecast = Wire<typeof readSaleForecast, 'response'>['forecast']

/** "Chain: each card 'ready by 03/12', the deciding one marked." [forecast §11](docs/design/forecast.md#11). By id of the link. */
export const linksReady = (forecast: Forecast | undefined): ReadonlyMap<string, LinkReady> =>
  new Map(
    (forecast?.links ?? []).map(({ id, known, readyBy }) => [
      id,
      {
        words: !known ? 'nothing known' : readyBy === null ? 'not ready within a year' : `ready by ${showDate(readyBy)}`,
        decides: forecast?.decides.kind === 'link' && forecast.decides.ref === id,
      },
    ]),
  )
