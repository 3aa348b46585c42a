import { readMailAddress, saveMailAddress } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { MailSender } from '../../../server/features/mail-in/testing/mail-sender.ts'
import type { Agency } from './agency.ts'

const sender = new MailSender(() => Number(process.env.E2E_MAIL_PORT))

type Sent = Omit<Parameters<MailSender['send']>[0], 'to'> & { to?: string }

/** Switches the address of the agency's branch on; returns a function that sends an e-mail to it over SMTP, unsigned. */
export async function receiveMail(agency: Agency): Promise<{ address: string; send: (mail: Sent) => Promise<void> }> {
  const branch = await agency.as('branch')
  const params = { companyId: agency.companyId, branchId: agency.branchId }
  const { version } = await branch.call(readMailAddress, { params })
  const { address } = await branch.call(saveMailAddress, { params, body: { name: `lark-${agency.stamp}`, on: true, version } })
  const to = address ?? ''
  return {
    address: to,
    send: async (mail) => void (await sender.send({ to, signed: false, ...mail })),
  }
}
