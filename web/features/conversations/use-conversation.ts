import type { Instant } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readParty } from '@gya/domain/features/conversations/conversations.contract.ts'
import type { ConversationOutcome } from '@gya/domain/features/conversations/conversations.model.ts'
import { isItemChased } from '@gya/domain/features/today/chased-until.ts'
import { isListedNow } from '@gya/domain/features/today/rank.ts'
import { useState } from 'react'
import { useMe } from '../../lib/session/session.tsx'
import { conversationDraftName } from '../common/conversation-drafts.ts'
import {
  type ConversationDraft,
  channelOf,
  type DraftLine,
  type DraftSale,
  emptyDraft,
  heldMoment,
  isDirty,
  type LineEdit,
  lineOf,
  nextChaseOnTop,
  type Start,
  toSales,
  whyNotHeld,
  whyNotLog,
  withItem,
  withLine,
  withOutcome,
  withSale,
} from './conversation-draft.ts'
import { useLogConversation } from './use-log-conversation.ts'
import { useStoredDraft } from './use-stored-draft.ts'

/** A party with its sales, action items and conversations. */
export type Party = Wire<typeof readParty, 'response'>
export type PartySale = Party['sales'][number]
export type PartyItem = PartySale['actionItems'][number]

/** Whether a sale is the caller's own. Only own sales are ticked initially. */
export const isOwnSale = ({ progressor }: PartySale, userId: string): boolean => progressor?._id === userId

export const toDraftSale = (sale: PartySale, { sales }: Start, now: Instant, userId: string): DraftSale => {
  const chosen = sales?.find(({ propertyId }) => propertyId === sale.propertyId)
  const isOwn = isOwnSale(sale, userId)
  const isAsked = (item: PartyItem) => chosen?.keys?.includes(item.key) ?? (isOwn && isListedNow(item, now))
  const chased = sale.actionItems.filter(isItemChased)
  const itemKeys = sales && !chosen ? [] : chased.filter(isAsked).map(({ key }) => key)
  return {
    propertyId: sale.propertyId,
    line1: sale.address.line1,
    role: sale.roles[0] ?? 'self',
    itemKeys,
    dueKeys: chased.filter((item) => isListedNow(item, now)).map(({ key }) => key),
    isIncluded: chosen !== undefined || itemKeys.length > 0,
  }
}

const noStart: Start = {}

/**
 * Initial state for a party of Today: exactly the items that its group lists, and none if the group is no longer listed. For a party
 * that was never listed: the due items of the caller's own sales.
 */
export const startOfGroup = (listed: Start['sales'], wasListed: boolean): Start =>
  listed ? { sales: listed } : wasListed ? { sales: [] } : noStart

type Options = {
  companyId: string
  partyRef: string
  /** `undefined` while it is loading. */
  party: Party | undefined
  start?: Start
  /** Whether the draft is stored for the next form of this party. */
  stored?: boolean
}

/** The state of a conversation form: call card, dialog and /chase. */
export function useConversation({ companyId, partyRef, party, start = noStart, stored = false }: Options) {
  const first = start.draft ?? { ...emptyDraft, outcome: start.outcome ?? null }
  const [draft, setDraft] = useStoredDraft(stored ? conversationDraftName(companyId, partyRef) : null, first, start.outcome)
  const [now] = useState(() => new Date().toISOString())
  const [refusals, setRefusals] = useState(0)
  const { _id: userId } = useMe()
  const { log, pending, error, reset } = useLogConversation(companyId, start.replaces)
  const proposals = { now, nextChases: party?.nextChases ?? {} }
  const lines = (party?.sales ?? []).map((sale) => lineOf(draft, toDraftSale(sale, start, now, userId), proposals))
  const isAboutItems = lines.some(({ included, keys }) => included && keys.length > 0)
  const discard = () => {
    setDraft(() => emptyDraft)
    reset()
  }
  const disabledReason = whyNotLog(lines) ?? whyNotHeld(draft, now)
  return {
    companyId,
    party,
    now,
    draft,
    lines,
    pending,
    error,
    dirty: isDirty(draft, first),
    disabledReason,
    /** Number of submits refused because of a missing field; announced to screen readers. */
    refusals,
    /** Whether a promised outcome lacks its day. */
    lacksDay: draft.outcome === 'promised' && draft.promisedOn === null && disabledReason !== null,
    channel: channelOf(draft, lines),
    // Without ticked action items, none is proposed.
    nextAt: isAboutItems || draft.outcome === 'promised' ? nextChaseOnTop(draft, proposals) : (draft.nextAt ?? null),
    setOutcome: (outcome: ConversationOutcome) => setDraft((before) => withOutcome(before, outcome)),
    setTop: (edit: Partial<Omit<ConversationDraft, 'outcome' | 'lines'>>) => setDraft((before) => ({ ...before, ...edit })),
    setLine: (line: DraftLine, edit: LineEdit) => setDraft((before) => withLine(before, line.sale.propertyId, edit)),
    tickItem: (line: DraftLine, key: string, ticked: boolean) => setDraft((before) => withItem(before, line, key, ticked)),
    tickSale: (line: DraftLine, ticked: boolean) => setDraft((before) => withSale(before, line, ticked)),
    discard,
    /** Resolves to whether it was logged. */
    submit: async (): Promise<boolean> => {
      if (!party || pending) return false
      if (disabledReason !== null) {
        setRefusals((before) => before + 1)
        return false
      }
      const at = heldMoment(draft)
      const body = {
        partyRef,
        channel: channelOf(draft, lines),
        inbound: draft.inbound ?? false,
        ...(at === undefined ? {} : { at }),
        note: draft.note,
        sales: toSales(lines),
      }
      const sales = salesInForm({ party, lines }).map((sale) => ({ ...sale, address: '' }))
      return log(body, { companyId, partyRef, sales, draft }, discard, stored ? party.party.name : null)
    },
  }
}
export type ConversationForm = ReturnType<typeof useConversation>

/** The ticked sales with their action items, for a message. */
export const salesInForm = ({ party, lines }: Pick<ConversationForm, 'party' | 'lines'>) =>
  lines
    .filter(({ included }) => included)
    .map(({ sale: { propertyId }, keys }) => {
      const branchId = party?.sales.find((one) => one.propertyId === propertyId)?.branchId ?? ''
      return { propertyId, branchId, keys }
    })
