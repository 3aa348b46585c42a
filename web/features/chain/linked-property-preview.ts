import { checklistFromTimeline } from '@gya/domain/features/chain/chain.rules.ts'
import { mostUrgentDue } from '@gya/domain/features/sale-now/due-steps.ts'
import { saleFactsOf, saleNow } from '@gya/domain/features/sale-now/sale-now.ts'
import { fromTimelineItem } from '@gya/domain/features/timeline/timeline.schemas.ts'
import { today } from '../../lib/today.ts'
import type { ChainProperty, LinkedProperty } from './chain-edit.ts'

/** Preview of a link to a property before the chain is saved; computed by the rules of the server. */
export function linkedPropertyPreview(property: ChainProperty): LinkedProperty {
  const { _id, address, branch, company, owner, buyer, contacts, timeline, offers } = property
  const accepted = offers.find(({ state }) => state === 'A')
  const cashBuy = accepted !== undefined && (accepted.cashBuy || buyer.cashBuyer)
  const steps = timeline.data.map(fromTimelineItem)
  const sale = saleNow(saleFactsOf(property, steps), today())
  const warning = mostUrgentDue(sale, steps, today())
  return {
    property: {
      _id,
      deleted: false,
      withinReach: true,
      address: { line1: address.line1, postcode: address.postcode },
      branch,
      owner: { fullName: owner.fullName },
      buyer: accepted ? { name: accepted.name } : null,
      agent: `${company.name}, ${branch.name}`,
      solicitor: contacts.solicitor?.contact.name ?? null,
      phase: sale.phase,
      fellOff: false,
      chain: property.mi.chain,
      nextWarning: warning && {
        title: warning.title,
        daysLeft: warning.daysLeft,
        awaitingReports: warning.awaitingReports,
        delayed: warning.delayed,
      },
    },
    timeline: checklistFromTimeline(steps, { cashBuy }),
  }
}
