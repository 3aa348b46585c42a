import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { describeDevice } from '@gya/domain/features/sessions/sessions.rules.ts'
import type { Me } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import type { FastifyReply } from 'fastify'
import type { AppDependencies } from '../../app-dependencies.ts'
import type { OutboxContext } from '../../emails/outbox.ts'
import { readSessionToken, setSessionCookies } from '../../http/access/caller.ts'
import { clientNetwork, type RecordingContext, recordSecurityEvent, userAgentOf } from '../../http/access/security-events.ts'
import { hashToken } from '../../infra/secrets.ts'
import { createSession, deleteSession, type SignInWay } from '../sessions/sessions.repository.ts'
import { readCurrentUser } from '../users/current-user.read-model.ts'
import { notifyNewDevice } from './notify-new-device.ts'
import { lockProvider, updateLastLogin } from './sign-in.repository.ts'
import { setTrustedBrowserCookie, trustedBrowserCookie, trustedBrowserId } from './trusted-browser.ts'

type SignedInAccount = {
  id: string
  company_id: string | null
  password_hash: string | null
  first_name: string
  last_name: string
}

/**
 * Signs in an account that has proved its identity: ends the browser's previous session, sets the cookies, returns the user. Throws
 * SIGN_IN_FAILED if the account can no longer sign in this way, because what was checked may have changed since.
 */
export async function openSession(
  context: OutboxContext & RecordingContext & { reply: FastifyReply },
  { secure, config }: Pick<AppDependencies, 'secure' | 'config'>,
  account: SignedInAccount,
  way: SignInWay,
): Promise<Me> {
  const { db, now, request, reply } = context
  // Taken before all other locks, like requiring the provider does before it locks accounts and sessions.
  if (way.way !== 'sso') await lockProvider(db, account.company_id)
  const before = readSessionToken(request, secure)
  if (before) await deleteSession(db, hashToken(before.token), 'replaced', now)
  // Before the day of the last sign-in is updated, because the response contains the previous one.
  const me = await readCurrentUser(db, { userId: account.id, sessionWay: way.way }, config)
  if (!(await updateLastLogin(db, account, way, now))) throw new DomainError('SIGN_IN_FAILED')
  const device = describeDevice(userAgentOf(request))
  const network = clientNetwork(request)
  const browserToken = request.cookies[trustedBrowserCookie(secure)]
  const isTrusted = browserToken !== undefined && trustedBrowserId(account, browserToken) !== null
  const { publicUrl } = config
  await notifyNewDevice({ ...context, publicUrl }, { account, email: me.email, device, network, isTrusted })
  const { token, logId } = await createSession(db, account.id, now, { device, network, ...way })
  await recordSecurityEvent(context, {
    kind: 'signed-in',
    companyId: account.company_id ?? platformCompanyId,
    userId: account.id,
    sessionLogId: logId,
    data: { way: way.way, ...(way.second === 'none' ? {} : { second: way.second }), device },
  })
  if (way.second === 'recovery')
    await recordSecurityEvent(context, {
      kind: 'recovery-code-used',
      companyId: account.company_id ?? platformCompanyId,
      userId: account.id,
      sessionLogId: logId,
    })
  setSessionCookies(reply, secure, token)
  if (account.password_hash !== null) setTrustedBrowserCookie(reply, secure, account)
  return me
}
