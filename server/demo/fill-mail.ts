import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { addDays, londonDay, londonInstant } from '@gya/domain/common/dates.ts'
import { keyedAddress, replyKeyBytes, toReplyKey } from '@gya/domain/features/mail-in/reply-key.ts'
import { type SaleRole } from '@gya/domain/features/property-contacts/parties.ts'
import { createTransport } from 'nodemailer'
import type { Database } from '../db/pool.ts'
import { listPartiesOfSales } from '../features/conversations/parties.repository.ts'
import { encryptAccountSecret } from '../features/mail-in/accounts/account-secrets.ts'
import { insertMailAccount } from '../features/mail-in/accounts/mail-accounts.repository.ts'
import { type DnsZone, signingZone } from '../features/mail-in/read/check-sender.ts'
import { type ReadMailContext, readMail } from '../features/mail-in/read/read-mail.ts'
import { acceptMail } from '../features/mail-in/receive/accept-mail.ts'
import { withSpooledMail } from '../features/mail-in/receive/with-spooled-mail.ts'
import { demoSignIns } from './company.ts'
import { type DemoMail, type DemoSale, demoMails } from './demo-mail.ts'

export const demoMailDomain = 'in.gya.example'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Every domain under .example signs with the key of this process, so that the senders of the demo are proved. */
export const demoDns: DnsZone = signingZone(['*'], publicKey, 'none')

type MailDemo = ReadMailContext & { isStopping?: () => boolean }

/**
 * The e-mails of the demo, by the product's own way in, after the start. Switches on the addresses of the branches. Does nothing if an
 * e-mail has arrived before.
 */
export async function fillDemoMail({ isStopping = () => false, ...context }: MailDemo): Promise<void> {
  const { database, clock, config } = context
  const { db } = database
  const staff = await db
    .selectFrom('app_user')
    .select(['id', 'company_id', 'first_name', 'last_name', 'email'])
    .where('email', '=', demoSignIns[3].email)
    .executeTakeFirstOrThrow()
  const companyId = staff.company_id ?? ''
  if (await db.selectFrom('mail_in').select('id').where('company_id', '=', companyId).limit(1).executeTakeFirst()) return
  const domain = config.mailIn.domain ?? demoMailDomain
  const today = londonDay(clock.now())
  const branches = await switchOn(database, companyId)
  await addAccount(context, { companyId, staffId: staff.id, branches })
  const person = { name: `${staff.first_name} ${staff.last_name}`, email: staff.email }
  const sales = await findSales(database, { companyId, staffId: staff.id, domain, branches })
  const mails = demoMails(
    sales.map(({ sale }) => sale),
    { today, staff: person },
  )
  const branchOf = new Map(sales.map(({ sale, branch }) => [sale.line1, branch]))
  const [anyBranch] = branches.values()
  const messageIds: string[] = []
  for (const [at, mail] of mails.entries()) {
    if (isStopping()) return
    const arrived = momentOf(today, clock.now(), mail.daysAgo, at)
    const messageId = `demo-${at}@${mail.from.email.split('@')[1]}`
    messageIds.push(messageId)
    const answers = typeof mail.answers === 'number' ? messageIds[mail.answers] : mail.answers && `${mail.answers}@${domain}`
    const branch = [...branchOf].find(([line1]) => mail.subject.includes(line1))?.[1] ?? anyBranch
    const to = mail.to ?? `${branch?.mailName}@${domain}`
    const raw = await compose(mail, { to, messageId, arrived, answers })
    const recipient = [...branches.values()].find(({ mailName }) => to.startsWith(mailName)) ?? anyBranch
    if (!recipient) return
    const envelope = {
      peer: null,
      helo: '',
      from: mail.isReport ? '' : mail.from.email,
      to: [{ address: to, companyId, branchId: recipient.branchId }],
      arrivedOn: arrived,
    }
    const id = await withSpooledMail(Readable.from([raw]), (spooled) => acceptMail(context, spooled, envelope))
    await readMail({ ...context, dns: demoDns }, { companyId, mailInId: id })
  }
}

/** In office hours of its day; today's in the order of the list, up to now. */
function momentOf(today: string, now: string, daysAgo: number, at: number): string {
  if (daysAgo > 0)
    return londonInstant(
      addDays(today, -daysAgo),
      `${String(9 + (at % 8)).padStart(2, '0')}:${String((at * 7) % 60).padStart(2, '0')}`,
    )
  return new Date(Date.parse(now) - (60 - at) * 60_000).toISOString()
}

type Branches = Map<string, { branchId: string; mailName: string }>

async function switchOn({ db }: Database, companyId: string): Promise<Branches> {
  const rows = await db.selectFrom('branch').select(['id', 'name']).where('company_id', '=', companyId).orderBy('id').execute()
  const branches: Branches = new Map()
  for (const { id, name } of rows) {
    const mailName = `larkmead-${name.toLowerCase().split(' ')[0]}`
    await db
      .updateTable('branch')
      .set({ mail_name: mailName, mail_on: true })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    branches.set(id, { branchId: id, mailName })
  }
  return branches
}

/** "One account that fails, in words": its server does not exist. [mail-in §12](docs/design/mail-in.md#12). */
async function addAccount({ database, clock, secrets }: MailDemo, { companyId, staffId, branches }: Omit<Where, 'domain'>) {
  const [branch] = branches.values()
  if (!branch) return
  const accountId = clock.newId()
  const now = clock.now()
  await insertMailAccount(database.db, {
    company_id: companyId,
    id: accountId,
    branch_id: branch.branchId,
    name: 'Sales',
    kind: 'password',
    host: 'imap.larkmead.example',
    user_name: 'sales@larkmead.example',
    secret_encrypted: encryptAccountSecret(secrets, { companyId, accountId }, randomBytes(12).toString('hex')),
    from_day: addDays(londonDay(now), -30),
    state: 'failing',
    failing_since: new Date(Date.parse(now) - 20 * 60_000).toISOString(),
    last_words: 'The host name could not be resolved.',
    last_read_on: new Date(Date.parse(now) - 21 * 60_000).toISOString(),
    seen: 318,
    copied: 41,
    created_by: staffId,
    createdon: new Date(Date.parse(now) - 30 * 86_400_000).toISOString(),
  })
}

type Where = { companyId: string; staffId: string; domain: string; branches: Branches }

/** Open sales of the staff sign-in, with what was sent about them, which gets keys. */
async function findSales({ db }: Database, { companyId, staffId, domain, branches }: Where) {
  const properties = await db
    .selectFrom('property as p')
    .innerJoin('property_report as r', (join) =>
      join.onRef('r.company_id', '=', 'p.company_id').onRef('r.property_id', '=', 'p.id'),
    )
    .select(['p.id', 'p.branch_id', 'p.line1', 'p.postcode'])
    .where('p.company_id', '=', companyId)
    .where('p.b_staff', '=', staffId)
    .where('p.active', '=', true)
    .where('r.phase', '=', 'sold')
    .orderBy('p.id')
    .execute()
  const ids = properties.map(({ id }) => id)
  const parties = Map.groupBy(await listPartiesOfSales(db, { companyId, propertyIds: ids }), ({ property_id }) => property_id)
  const sent = await db
    .selectFrom('mail')
    .select(['id', 'property_id', 'subject', 'recipients'])
    .where('company_id', '=', companyId)
    .where('property_id', 'in', ids)
    .orderBy('createdon', 'desc')
    .execute()
  const sales: { sale: DemoSale; branch: { branchId: string; mailName: string } }[] = []
  for (const { id, branch_id, line1, postcode } of properties) {
    const branch = branches.get(branch_id)
    const own = (parties.get(id) ?? []).filter(({ email }) => email !== '')
    if (!branch) continue
    const written = []
    for (const mail of sent.filter(({ property_id }) => property_id === id)) {
      const [to = ''] = mail.recipients
      const role = own.find(({ email }) => email === to)?.role
      if (!role) continue
      const key = toReplyKey(randomBytes(replyKeyBytes))
      await db.updateTable('mail').set({ reply_key: key }).where('company_id', '=', companyId).where('id', '=', mail.id).execute()
      const addressFor = (use: 'reply' | 'bounce') => keyedAddress(branch.mailName, use, key, domain)
      written.push({ id: mail.id, subject: mail.subject, to, role, replyTo: addressFor('reply'), bounceTo: addressFor('bounce') })
    }
    const people: Partial<Record<SaleRole, { name: string; email: string }>> = {}
    for (const { role, name, email } of own) people[role] ??= { name, email }
    sales.push({ sale: { line1, postcode, people, sent: written }, branch })
  }
  return sales
}

type Sending = { to: string; messageId: string; arrived: string; answers: string | undefined }

async function compose(mail: DemoMail, { to, messageId, arrived, answers }: Sending): Promise<Buffer> {
  const { from, subject, text, cc = [], heads = {}, files = [], isUnsigned = false } = mail
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await transport.sendMail({
    from: { name: from.name, address: from.email },
    to,
    cc,
    subject,
    text,
    date: arrived,
    messageId: `<${messageId}>`,
    headers: heads,
    attachments: files,
    ...(answers ? { inReplyTo: `<${answers}>`, references: `<${answers}>` } : {}),
    ...(isUnsigned || !from.email.endsWith('.example')
      ? {}
      : {
          dkim: {
            domainName: from.email.split('@')[1] ?? '',
            keySelector: 'test',
            privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
          },
        }),
  })
  return message as Buffer
}
