import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { sendDelaySeconds } from '@gya/domain/features/messages/messages.model.ts'
import {
  listUpdates,
  readUpdateCounts,
  saveUpdate,
  sendUpdate,
  skipUpdate,
} from '@gya/domain/features/vendor-updates/vendor-updates.contract.ts'
import { updateSkipReasonLabels } from '@gya/domain/features/vendor-updates/vendor-updates.model.ts'
import { whyNotSend } from '@gya/domain/features/vendor-updates/vendor-updates.rules.ts'
import type { FastifyInstance } from 'fastify'
import { queueMail } from '../../emails/outbox.ts'
import { vendorUpdateEmail } from '../../emails/vendor-update.ts'
import { chosenBranches } from '../../http/access/scope.ts'
import { type HandlerContext, registerRoute } from '../../http/route/register-route.ts'
import { saveConversation } from '../conversations/log-conversation.ts'
import { findDaySettings } from '../day-settings/day-settings.repository.ts'
import { notifyOpenClients } from '../live/notify-open-clients.ts'
import { recordAboutProperties, recordAboutProperty } from '../properties/write/record-about-property.ts'
import { recordUndo, type UndoPart } from '../undo/undo.repository.ts'
import { registerUpdatePart, updatePart } from './undo-update.ts'
import {
  countUpdates,
  type LoadedUpdate,
  listDueProperties,
  loadUpdates,
  type UpdateFilters,
} from './vendor-updates.read-model.ts'
import { type DraftBefore, deleteDraft, endUpdate, findSender, saveDraft } from './vendor-updates.repository.ts'

type CountsContext = Pick<HandlerContext<typeof readUpdateCounts>, 'params' | 'query' | 'caller' | 'db' | 'today'>

/** "`all` of one branch (`branchIds` with exactly one, else 400)", as in Today. */
async function toFilters({ params, query, caller, db, today }: CountsContext, searchText?: string): Promise<UpdateFilters> {
  const { who = 'me', branchIds } = query
  if (who === 'all' && branchIds?.split(',').length !== 1)
    throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'branchIds', message: 'Choose one branch.' }] })
  const { updateEvery } = await findDaySettings(db, params.companyId)
  return {
    companyId: params.companyId,
    who: who === 'nobody' || who === 'all' ? who : { userId: who === 'me' ? caller.userId : who },
    branchIds: chosenBranches(caller, branchIds),
    searchText,
    today,
    updateEvery,
  }
}

type SaleContext = Pick<HandlerContext<typeof saveUpdate>, 'params' | 'db' | 'now'>

async function loadUpdate({ params, db, now }: SaleContext): Promise<LoadedUpdate> {
  const [loaded] = await loadUpdates(db, { companyId: params.companyId, now }, [params.propertyId])
  if (!loaded) throw new DomainError('NOT_FOUND')
  return loaded
}

/** "Two people on one draft: STALE_VERSION", with who saved it. */
function requireVersion({ update, stored }: LoadedUpdate, version: number | undefined): void {
  if ((stored?.version ?? undefined) === version) return
  const details = stored ? { savedBy: update.draft.editedBy ?? 'somebody', savedOn: stored.at } : undefined
  throw new DomainError('STALE_VERSION', details ? { details } : {})
}

const draftBefore = ({ stored }: LoadedUpdate): DraftBefore | null =>
  stored && { until: stored.until, at: stored.at, savedBy: stored.saved_by, text: stored.text }

export function vendorUpdatesRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config
  registerUpdatePart()

  registerRoute(app, listUpdates, async (context) => {
    const { params, db, now } = context
    const filters = await toFilters(context, context.query.searchText)
    const counts = await countUpdates(db, filters)
    const loaded = await loadUpdates(db, { companyId: params.companyId, now }, await listDueProperties(db, filters))
    return { data: loaded.map(({ update }) => update), counts }
  })

  registerRoute(app, readUpdateCounts, async (context) => countUpdates(context.db, await toFilters(context)))

  registerRoute(app, saveUpdate, async (context) => {
    const { params, body, caller, db, now, newId } = context
    await recordAboutProperty(context, params, async () => {
      const loaded = await loadUpdate(context)
      const grantId = caller.app?.grantId ?? null
      // "Only where there is no draft or the draft is the assistant's own."
      if (grantId === null) requireVersion(loaded, body.version)
      else refuseIf(loaded.stored && loaded.stored.grant_id !== grantId ? 'DRAFT_EDITED' : null)
      if (body.text === '') await deleteDraft(db, params)
      else
        await saveDraft(db, params, loaded.stored?.id ?? null, {
          id: newId(),
          text: body.text,
          since: loaded.since,
          now,
          userId: caller.userId,
          grantId,
        })
      const { branchId } = loaded.update
      // Saving a draft adds no event, so open clients must be notified here.
      await notifyOpenClients(db, { ...params, branchId, about: 'day' })
      return []
    })
    return (await loadUpdate(context)).update
  })

  registerRoute(app, sendUpdate, (context) => send(context, publicUrl))
  registerRoute(app, skipUpdate, skip)
}

/** "Sent: message in the vendor's app, e-mail if wanted and confirmed, entry, told." */
async function send(context: HandlerContext<typeof sendUpdate>, publicUrl: string) {
  const { params, body, caller, db, now, newId } = context
  const { companyId, propertyId } = params
  const parts: UndoPart[] = []
  let line1 = ''
  await recordAboutProperties(context, companyId, [propertyId], async () => {
    const loaded = await loadUpdate(context)
    const { update, property, stored, since } = loaded
    requireVersion(loaded, body.version)
    const refusal = whyNotSend({ ...update.draft, phase: update.phase, means: update.how })
    if (refusal === 'ADDRESS_NOT_CONFIRMED') {
      const { name, email } = update.vendor
      if (email === '') throw new DomainError('NO_ADDRESS', { message: `There is no e-mail address for ${name}.` })
      throw new DomainError(refusal, { message: `${name} has not confirmed ${email}. Resend the confirmation, or ring them.` })
    }
    refuseIf(refusal)
    // "What was read is what is sent."
    if (stored === null && update.draft.text !== body.text) throw new DomainError('STALE_VERSION')
    line1 = update.address.line1
    const mailId = update.how === 'email' ? await queueMail(context, await updateMail(context, loaded, publicUrl)) : null
    const updateId = stored?.id ?? newId()
    const ended = { id: updateId, text: body.text, since, now, userId: caller.userId, state: 'sent' as const, mailId }
    await endUpdate(db, params, ended, stored !== null)
    parts.push(updatePart({ propertyId, updateId, mailId, before: draftBefore(loaded) }))
    const data = { updateId, text: body.text, how: update.how, vendor: property.detail.owner.fullName, mailId }
    return [{ propertyId, events: [{ kind: 'update-sent' as const, data }] }]
  })
  const description = `Update sent: ${line1}`
  return { undoId: await recordUndo(context, { description, parts }), description }
}

async function updateMail(
  { body, caller, db, now }: HandlerContext<typeof sendUpdate>,
  { property }: LoadedUpdate,
  publicUrl: string,
) {
  const { detail, agencyContacts } = property
  const sender = await findSender(db, caller.userId)
  return vendorUpdateEmail(detail.owner, {
    companyId: detail.company._id,
    companyName: detail.company.name,
    propertyId: detail._id,
    line1: detail.address.line1,
    text: body.text,
    sentBy: {
      _id: caller.userId,
      name: `${sender.first_name} ${sender.last_name}`,
      email: sender.email,
      tel: sender.tel || agencyContacts.branch.tel,
    },
    branch: agencyContacts.branch.name,
    publicUrl,
    sendAfter: new Date(Date.parse(now) + sendDelaySeconds * 1000).toISOString(),
  })
}

/** "'Spoke instead' logs the conversation, the others leave the silence standing." */
async function skip(context: HandlerContext<typeof skipUpdate>) {
  const { params, body, caller, db, now, newId } = context
  const { companyId, propertyId } = params
  const parts: UndoPart[] = []
  let line1 = ''
  await recordAboutProperties(context, companyId, [propertyId], async () => {
    const loaded = await loadUpdate(context)
    const { update, stored, since } = loaded
    requireVersion(loaded, body.version)
    line1 = update.address.line1
    if (body.reason === 'spoke') parts.push(await logSpoken(context, update.vendor.ref))
    const updateId = stored?.id ?? newId()
    const ended = { id: updateId, text: stored?.text ?? '', since, now, userId: caller.userId }
    await endUpdate(db, params, { ...ended, state: 'skipped', reason: body.reason }, stored !== null)
    parts.push(updatePart({ propertyId, updateId, mailId: null, before: draftBefore(loaded) }))
    return [{ propertyId, events: [{ kind: 'update-skipped' as const, data: { updateId, reason: body.reason } }] }]
  })
  const description = `Update skipped, ${updateSkipReasonLabels[body.reason].toLowerCase()}: ${line1}`
  return { undoId: await recordUndo(context, { description, parts }), description }
}

async function logSpoken(context: HandlerContext<typeof skipUpdate>, partyRef: string): Promise<UndoPart> {
  const { propertyId, companyId } = context.params
  const body = logConversation.body.parse({ partyRef, sales: [{ propertyId, outcome: 'spoke', nextAt: null }] })
  return (await saveConversation({ ...context, params: { companyId }, body })).part
}
