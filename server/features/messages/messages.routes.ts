import { DomainError } from '@gya/domain/error-catalogue.ts'
import {
  makeLetter,
  previewMessages,
  readMemorandumWords,
  sendMessages,
} from '@gya/domain/features/messages/messages.contract.ts'
import { maxMessageSubject, sendDelaySeconds } from '@gya/domain/features/messages/messages.model.ts'
import type { FastifyInstance } from 'fastify'
import { findMailsSent, queueMails, takeBackMails } from '../../emails/outbox.ts'
import { countAddresses } from '../../http/limits/email-limit.ts'
import { type HandlerContext, registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { type ConversationUndo, conversationConflict, takeBackConversations } from '../conversations/conversation-undo.ts'
import { recordContacts } from '../conversations/log-conversation.ts'
import { loadMailIn } from '../mail-in/mail-in.response.ts'
import { acceptProposedEmail, decisionEvent } from '../party-links/decide-open-proposal.ts'
import { findProposal } from '../party-links/proposals.repository.ts'
import { proposalPart } from '../party-links/undo-proposal.ts'
import { findSourceText, insertSentTexts, sourceFacts } from '../sent-texts/sent-texts.ts'
import { recordUndo, type UndoPart } from '../undo/undo.repository.ts'
import { registerUndoPart } from '../undo/undo-registry.ts'
import { type Composed, composeContextOf, composeMessages, refuseIncomplete } from './compose-messages.ts'
import { prepareLetter, storeLetter } from './letter.ts'
import { memorandumWords } from './memorandum-words.ts'
import { findSender } from './message-facts.repository.ts'
import { recordPreview } from './message-templates.repository.ts'

/** A message that waits to be sent, and its conversation. */
type MessagePart = UndoPart & { kind: 'message'; propertyId: null; mailId: string; to: string; conversation: ConversationUndo }

export function messagesRoutes(app: FastifyInstance): void {
  registerUndoPart<MessagePart>('message', {
    async sent(context, parts) {
      const sent = new Set(await findMailsSent(context.db, { ...context, mailIds: parts.map(({ mailId }) => mailId) }))
      return parts.filter(({ mailId }) => sent.has(mailId))
    },
    describeSent: ({ to }) => `the e-mail to ${to}`,
    conflict: (context, parts) =>
      conversationConflict(
        context,
        parts.map(({ conversation }) => conversation),
      ),
    async undo(context, parts) {
      const mailIds = parts.map(({ mailId }) => mailId)
      await takeBackMails(context.db, { ...context, mailIds, userId: context.caller.userId })
      await takeBackConversations(
        context,
        parts.map(({ conversation }) => conversation),
      )
    },
  })

  registerRoute(app, previewMessages, async (context) => {
    const { params, body, caller, db, now } = context
    const template = await findSourceText(db, { companyId: params.companyId, caller }, body)
    const composed = await composeMessages(composeContextOf(context), body, body.to, template)
    const [read] = composed
    const [propertyId] = read?.propertyIds ?? []
    if (body.templateId !== null && propertyId !== undefined) {
      const { companyId } = params
      await recordPreview(db, { companyId, templateId: body.templateId, userId: caller.userId, propertyId, now }, body)
    }
    return { data: composed.map(({ itemKeys: _itemKeys, firmId: _firmId, ...preview }) => preview) }
  })

  registerRoute(app, sendMessages, (context) => send(context))
  registerRoute(app, readMemorandumWords, (context) => memorandumWords(context))

  registerPreparedRoute(
    app,
    makeLetter,
    (context) => prepareLetter(app, context),
    (context) => storeLetter(context),
  )
}

const inSeconds = (now: string, seconds: number): string => new Date(Date.parse(now) + seconds * 1000).toISOString()

/** "From the outbox, reply-to the sender; sending waits 10 s so that Undo still holds it. Sending logs the conversation 'e-mailed'." */
async function send(context: HandlerContext<typeof sendMessages>) {
  const { params, body, caller, db, now, newId } = context
  const { companyId } = params
  const source = await findSourceText(db, { companyId, caller }, body)
  const answered = body.answers === undefined ? null : await findAnswered(context, body.answers)
  const proposal = body.proposalId === undefined ? null : await findProposedEmail(context, body.proposalId)
  const messages = await composeMessages(composeContextOf(context), body, body.to, source)
  const without = messages.find(({ to }) => to === '')
  if (without) throw new DomainError('NO_ADDRESS', { message: `There is no e-mail address for ${without.name}.` })
  refuseIncomplete(messages)
  const sender = await findSender(db, caller.userId)
  const chased = chasedOnce(messages)
  const mails = messages.map((message) => ({ ...message, mailId: newId(), subject: message.subject.slice(0, maxMessageSubject) }))
  const recorded = await recordContacts(
    context,
    mails.map(({ partyRef, propertyIds, mailId, subject, name, firm }, at) => ({
      partyRef,
      channel: 'email' as const,
      inbound: false,
      note: '',
      mailId,
      sales: propertyIds.map((propertyId) => ({
        propertyId,
        outcome: 'emailed' as const,
        itemKeys: chased[at]?.get(propertyId) ?? [],
        note: '',
        promisedOn: null,
        vendorText: null,
      })),
      events: [
        {
          kind: 'message-sent',
          data: {
            mailId,
            partyName: name,
            firmName: firm,
            subject,
            ...sourceFacts(source),
          },
        },
        ...(proposal ? [decisionEvent(proposal, 'accepted', {})] : []),
      ],
    })),
  )
  if (proposal) await acceptProposedEmail({ ...context, userId: caller.userId }, proposal)
  await countAddresses(
    context,
    mails.map(({ to }) => to),
  )
  await queueMails(
    context,
    mails.map(({ mailId, to, propertyIds: [first = null, ...others], subject, text }) => ({
      id: mailId,
      to: [to],
      subject,
      text,
      replyTo: sender.email,
      sendAfter: inSeconds(now, sendDelaySeconds),
      ...(answered ? { answers: answered } : {}),
      about: { companyId, propertyId: others.length === 0 ? first : null, sentBy: caller.userId, attachments: [] },
    })),
  )
  const texts = mails.map(({ mailId, subject, text }, at) => ({
    mailId,
    conversationId: recorded[at]?.id ?? null,
    propertyId: null,
    subject,
    body: text,
  }))
  await insertSentTexts(db, { companyId, now, source }, texts)
  const sent: MessagePart[] = mails.flatMap(({ mailId, name }, at) => {
    const conversation = recorded[at]?.undo
    return conversation ? [{ kind: 'message', propertyId: null, mailId, to: name, conversation }] : []
  })
  const parts = proposal
    ? [...sent, proposalPart({ propertyId: proposal.property_id, proposalId: proposal.id, documentId: null, mailId: null })]
    : sent
  const description =
    mails.length === 1
      ? `E-mailed: ${mails[0]?.name}, ${countSales(mails[0]?.propertyIds.length ?? 0)}`
      : `E-mailed ${mails.length} parties`
  const undoId = await recordUndo(context, { description, parts })
  return { undoId, description, mailIds: mails.map(({ mailId }) => mailId) }
}

/** The e-mail of an assistant, to the party and of the sale that it names. */
async function findProposedEmail({ params, body, db }: HandlerContext<typeof sendMessages>, proposalId: string) {
  const [to, ...others] = body.to
  const [propertyId = '', ...more] = to?.propertyIds ?? []
  const proposal = await findProposal(db, { ...params, propertyId }, proposalId)
  if (!proposal || others.length + more.length > 0 || proposal.party_ref !== to?.partyRef)
    throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'to', message: 'Write to the party of the proposal.' }] })
  return proposal
}

/** "One recipient, a party of its sale; else 400." [mail-in §8](docs/design/mail-in.md#8). */
async function findAnswered({ params, body, caller, db }: HandlerContext<typeof sendMessages>, mailInId: string) {
  const { mail, sales } = await loadMailIn({ db, caller, params: { ...params, mailInId } })
  const [to, ...others] = body.to
  const isOnSale = sales.some(({ state, property_id }) => state === 'filed' && to?.propertyIds.includes(property_id))
  if (!isOnSale || others.length > 0)
    throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'to', message: 'Answer one party of the sale.' }] })
  return { threadId: mail.thread_id, messageId: mail.message_id, references: mail.refs.slice(-20) }
}

/**
 * Returns the action items that each message chases, by sale. An item of both a person and their firm is chased by the first message
 * only: a second one would overwrite the snooze of the first, and neither could be undone.
 */
function chasedOnce(messages: readonly Pick<Composed, 'itemKeys'>[]): Map<string, string[]>[] {
  const chased = new Set<string>()
  const isFirst = (item: string) => !chased.has(item) && chased.add(item)
  return messages.map(
    ({ itemKeys }) => new Map([...itemKeys].map(([sale, keys]) => [sale, keys.filter((key) => isFirst(`${sale} ${key}`))])),
  )
}

const countSales = (sales: number): string => (sales === 1 ? '1 sale' : `${sales} sales`)
