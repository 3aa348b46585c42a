import type { Chain } from '@gya/domain/features/chain/chain.model.ts'
import { marketedSince, spokenFactsOf } from '@gya/domain/features/sale-now/spoken-facts.ts'
import { readSaleSummary } from '@gya/domain/features/sale-summary/sale-summary.contract.ts'
import { type SummaryFacts, saleSummary } from '@gya/domain/features/sale-summary/sale-summary.ts'
import { acceptedOnOf } from '@gya/domain/features/timeline/accepted-on.ts'
import { partyOfStep } from '@gya/domain/features/today/party-of-step.ts'
import type { FastifyInstance } from 'fastify'
import { scopesOf } from '../../http/access/caller.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { loadProperty } from '../properties/read/load-property.ts'
import { readSummaryFacts } from './sale-summary.read-model.ts'

export function saleSummaryRoutes(app: FastifyInstance): void {
  registerRoute(app, readSaleSummary, async ({ params, caller, db, today }) => {
    const { entries, attempts, forecast } = await readSummaryFacts(db, params, today)
    const { detail, timeline, sale } = await loadProperty(db, params, today)
    const withNames = scopesOf(caller)?.includes('contact:read') ?? true
    const { since } = marketedSince(detail, timeline)
    const facts: SummaryFacts = {
      ids: params,
      address: detail.address.line1,
      sale,
      spoken: spokenFactsOf(detail, timeline, today),
      buyer: withNames ? detail.buyer.name : '',
      agreedPrice: detail.mi.agreedPrice,
      askingPrice: detail.mi.currentAskingPrice,
      acceptedOn: acceptedOnOf(detail.offers),
      marketedSince: since,
      offers: detail.offers.filter(({ when }) => when >= (since ?? '')).length,
      link: withNames ? linkOf(detail.chain) : null,
      roleOf: (step) => partyOfStep(detail, step).partyRole,
      attempts,
      // A link of the chain is named by its address.
      forecast: forecast && {
        halfBy: forecast.halfBy,
        decides:
          forecast.kind === 'none' || (forecast.kind === 'link' && !withNames) ? null : (forecast.words.split(':')[0] ?? null),
      },
      entries: entries.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
    }
    return { asAt: today, sentences: saleSummary(facts) }
  })
}

/** The place of the sale in its chain; null for a sale alone. */
function linkOf({ items }: Chain): SummaryFacts['link'] {
  const place = items.findIndex(({ thisProperty }) => thisProperty) + 1
  return items.length > 1 && place > 0 ? { place, of: items.length } : null
}
