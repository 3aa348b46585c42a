import { DomainError } from '@gya/domain/error-catalogue.ts'
import { markRescue, readChainNews, readRescueList, tellChain } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'
import { findChainNews, insertChainTold, readChainNewsOf } from './chain-news.ts'
import { logAgentNotification } from './log-agent-notification.ts'
import { loadRescueList, saveRescueMark } from './rescue.repository.ts'

/** After a fall-off: possible buyers, and agents of the chain who have to be told. */
export function rescueRoutes(app: FastifyInstance): void {
  registerRoute(app, readRescueList, ({ params, query, db, today }) => loadRescueList(db, params, query.fallOffId, today))

  registerRoute(app, markRescue, async (context) => {
    const { params, body, db, now, today, caller } = context
    const { people } = await loadRescueList(db, params, body.fallOffId, today)
    const person = people.find(({ kind, personId }) => kind === body.kind && personId === body.personId)
    if (!person) throw new DomainError('NOT_FOUND')
    await recordAboutProperty(context, params, async () => {
      await saveRescueMark(db, params, { ...body, now, userId: caller.userId })
      const { fallOffId, kind, personId, outcome } = body
      return [{ kind: 'rescue-marked', data: { fallOffId, [`${kind}Id`]: personId, name: person.name, outcome } }]
    })
    return loadRescueList(db, params, body.fallOffId, today)
  })

  registerRoute(app, readChainNews, async ({ params, db, now }) => ({ news: await readChainNewsOf(db, params, now) }))

  registerRoute(app, tellChain, async (context) => {
    const { params, body, db, now, caller, newId } = context
    await recordAboutProperty(context, params, async () => {
      const news = await findChainNews(db, params, now)
      const link = news?.links.find(({ position }) => position === body.position)
      if (!news || !link) throw new DomainError('NOT_FOUND')
      // A conversation needs a party, so the agent must be a contact of the company.
      const conversationId = link.contact === null ? null : newId()
      const { fallOffId, news: what } = news
      const told = { fallOffId, news: what, position: link.position, now, userId: caller.userId, conversationId }
      if (!(await insertChainTold(db, params, told))) return []
      if (conversationId !== null) await logAgentNotification(context, params, { conversationId, link, news: what })
      const data = { fallOffId, agent: link.agent, link: link.name }
      return [{ kind: 'chain-told', data: { ...data, ...(what === 'restored' ? { restored: true } : {}) } }]
    })
    return { news: await readChainNewsOf(db, params, now) }
  })
}
