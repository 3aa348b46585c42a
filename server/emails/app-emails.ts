import { type ApiScope, apiScopeLabels } from '@gya/domain/access/api-scopes.ts'
import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message, Recipient } from './outbox.ts'

/** E-mails about applications that people connect. [open §2.4](docs/design/open.md#2.4). */

type Of = { name: string; publicUrl: string }

const message = (
  { email, company_id, first_name, last_name }: Recipient,
  subject: string,
  paragraphs: readonly string[],
): Message => ({
  to: [email],
  companyId: company_id,
  subject,
  text: `Hello ${salutationOf(first_name, last_name)},\n\n${paragraphs.join('\n\n')}`,
})

/** To each company admin. */
export const appAskedEmail = (person: Recipient, { name, by, host, publicUrl }: Of & { by: string; host: string }): Message =>
  message(person, `${by} asks to connect ‘${name}’`, [
    `The application at ${host} would act for people of your company who connect it.`,
    `Decide under Company › Connections › Applications: ${publicUrl}/company/applications?company=${person.company_id}`,
  ])

/** To who asked first. */
export const appDecidedEmail = (person: Recipient, { name, isAllowed }: { name: string; isAllowed: boolean }): Message =>
  isAllowed
    ? message(person, `‘${name}’ is allowed`, ['You can connect it now.'])
    : message(person, `‘${name}’ is not allowed`, ['Ask your administrator why.'])

/** To the person who connected it. */
export const appConnectedEmail = (
  person: Recipient,
  { name, scopes, publicUrl }: Of & { scopes: readonly ApiScope[] },
): Message =>
  message(person, `You connected ‘${name}’`, [
    `It may:\n${scopes.map((scope) => `- ${apiScopeLabels[scope]}`).join('\n')}`,
    `If this was not you, end it under Profile › Applications, ${publicUrl}/profile, and change your password.`,
  ])

/** To the person whose grant ended because a code or token was used twice. */
export const appEndedEmail = (person: Recipient, { name }: Pick<Of, 'name'>): Message =>
  message(person, `We ended ‘${name}’`, [
    'Its key was used twice, which can mean that somebody copied it. Connect it again if you still use it.',
  ])
