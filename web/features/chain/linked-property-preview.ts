import { checklistFromTimeline } from '@gya/domain/features/chain/chain.rules.ts'
import { worstWarning } from '@gya/domain/features/timeline/due.ts'
import { fromTimelineItem } from '@gya/domain/features/timeline/timeline.schemas.ts'
import { today } from '../../lib/today.ts'
import type { ChainProperty, LinkedProperty } from './chain-edit.ts'

/** Preview of a link to a property before the chain is saved; computed by the rules of the server. */
export function linkedPropertyPreview(property: ChainProperty): LinkedProperty {
  const { _id, address, branch, company, owner, buyer, contacts, phase, timeline, offers } = property
  const accepted = offers.find(({ state }) => state === 'A')
  const cashBuy = accepted !== undefined && (accepted.cashBuy || buyer.cashBuyer)
  const facts = { today: today(), completionDate: property.completionDate }
  const warning = property.active ? worstWarning(timeline.data.map(fromTimelineItem), facts) : null
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
      phase,
      fellOff: false,
      chain: property.mi.chain,
      nextWarning: warning && {
        title: warning.title,
        daysLeft: warning.daysLeft,
        awaitingReports: warning.awaitingReports,
        delayed: warning.delayed,
      },
    },
    timeline: checklistFromTimeline(timeline.data.map(fromTimelineItem), { cashBuy }),
  }
}
