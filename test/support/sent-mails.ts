import { listMail, readMail } from '@gya/domain/features/mail/mail.contract.ts'
import type { Fixtures } from './fixtures.ts'

/** The e-mails to an address in the mailbox, newest first, with their full text. */
export async function findMailsTo(fixtures: Fixtures, email: string) {
  const { data } = await fixtures.as('platform').ok(listMail, { query: { textSearch: email, itemsPerPage: '100' } })
  return Promise.all(
    data
      .filter(({ to }) => to.includes(email))
      .map(async ({ _id }) => {
        const shown = await fixtures.as('platform').ok(readMail, { params: { mailId: _id } })
        const mail = fixtures.database.db.selectFrom('mail').select('body').where('id', '=', _id)
        return { ...shown, text: (await mail.executeTakeFirstOrThrow()).body }
      }),
  )
}

/** The token in the link of the newest e-mail to an address; '' if there is none. */
export async function findLinkToken(fixtures: Fixtures, email: string, page: 'verify' | 'reset'): Promise<string> {
  const [mail] = await findMailsTo(fixtures, email)
  return new RegExp(`/login/${page}#token=([\\w-]+)`).exec(mail?.text ?? '')?.[1] ?? ''
}
