import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { Day } from '../../common/wire.ts'
import { endpoint, liveSubjects } from '../../endpoint.ts'
import { summaryAnswer } from '../assistants/answers.ts'
import { SaleSentence } from './sale-summary.model.ts'

/** [open §3.3](docs/design/open.md#3.3). */

export const readSaleSummary = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/summary',
  permission: 'property.view',
  scope: 'property:read',
  liveFor: liveSubjects,
  readsFromStandby: true,
  summary:
    'Where a sale stands in at most five sentences, each with the entries that prove it. Keys without contact:read get no names.',
  params: propertyParams,
  response: z.object({ asAt: Day, sentences: z.array(SaleSentence) }),
  assistant: {
    tool: 'sale_in_five_sentences',
    scope: 'property:read',
    title: 'Where a sale stands',
    description: 'Where a sale stands in at most five sentences, each with the entries that prove it.',
    answer: summaryAnswer,
  },
})
