import type { Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { ChainNews } from '@gya/domain/features/fall-offs/chain-news.ts'
import { toPartyRef } from '@gya/domain/features/property-contacts/parties.ts'
import type { Db } from '../../db/pool.ts'
import { insertConversations } from '../conversations/log-conversation.repository.ts'
import type { OutsideLink } from './chain-news.ts'

type NotificationContext = { db: Db; now: Instant; caller: { userId: string } }
type Telling = { conversationId: string; link: OutsideLink; news: ChainNews['news'] }

/**
 * "*Told*, which logs the conversation." [trust §6](docs/design/trust.md#6). The agent is in the chain but not a party of the sale, so no
 * action item, promise or next chase is created.
 */
export async function logAgentNotification(
  { db, now, caller }: NotificationContext,
  { companyId, propertyId }: PropertyIds,
  { conversationId, link, news }: Telling,
): Promise<void> {
  const conversation = {
    id: conversationId,
    at: now,
    now,
    userId: caller.userId,
    channel: 'call',
    inbound: false,
    partyRef: link.poc === null ? toPartyRef('firm', link.contact ?? '') : toPartyRef('poc', link.poc),
    partyRole: 'chainAgent',
    partyName: link.agent,
    firmName: null,
    mailId: null,
    // The reason is not disclosed outside the company.
    note: news === 'restored' ? 'Told that the sale is restored.' : 'Told that the sale fell off.',
  }
  const sale = {
    propertyId,
    outcome: 'spoke',
    itemKeys: [],
    note: '',
    promisedOn: null,
    nextAt: null,
    callBackOpen: false,
    vendorText: null,
  }
  const written = { conversation, sales: [sale], snoozes: [], answeredCallBacks: [], events: [] }
  await insertConversations(db, companyId, [written])
}
