import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { describeEvent, eventKinds } from '@gya/domain/features/events/event-kinds.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { backdatedRemark } from '@gya/domain/features/record/backdated.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import { allEventKinds, findAuthors, listEvents } from './events.repository.ts'

export function eventsRoutes(app: FastifyInstance): void {
  registerRoute(app, readHistory, async ({ params, query, db }) => {
    const page = pageRequest(query)
    const filter = {
      kinds: allEventKinds.filter((kind) => query.group === undefined || eventKinds[kind].group === query.group),
      userId: query.userId,
      dateStart: query.dateStart,
      dateEnd: query.dateEnd,
    }
    const { rows, count } = await listEvents(db, params, filter, page)
    const data = rows.flatMap(({ id, at, kind, data: eventData, author_id, author, reached }) => {
      const description = describeEvent(kind, eventData, at)
      return description
        ? [
            {
              _id: id,
              at,
              kind,
              ...description,
              author: author_id && author ? { _id: author_id, name: author } : null,
              remarks: backdatedRemark(at, reached),
            },
          ]
        : []
    })
    return { data, paging: toPaging(page, count), people: await findAuthors(db, params) }
  })
}
