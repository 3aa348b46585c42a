import { listCorrespondence, listMailIn, readCorrespondence } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { afterAll, expect, test } from 'vitest'
import { inTransaction, statementsDuring } from '../../../test/support/statements-during.ts'
import { calliope, openMailFixtures } from './testing/mail-fixtures.ts'

const mails = await openMailFixtures()
const { fixtures } = mails
afterAll(() => mails.close())

/** Statements besides that of the session. */
const withoutSession = ({ statements }: { statements: string[] }) => statements.length - 1

test.each([1, 6])('statements of an e-mail from reading to thread, with %i sales of its sender', async (count) => {
  const place = await mails.makeSale(`${count} Statement Street`)
  for (let more = 1; more < count; more += 1) await mails.makeSale(`${count}${more} Statement Street`)
  mails.outgoing.received.length = 0
  const { replyTo } = await mails.write(place)
  const mail = { from: calliope, to: replyTo, subject: `Statements ${count}`, text: 'Searches are back.' }
  const accepted = await statementsDuring(fixtures, () => mails.sender.send(mail))
  const read = await statementsDuring(fixtures, () => fixtures.runJobs())
  const staff = fixtures.as('staff')
  const inbox = await statementsDuring(fixtures, () => staff.ok(listMailIn, { params: fixtures.a, query: {} }))
  const [{ threadId } = { threadId: '' }] = (await staff.ok(listCorrespondence, { params: place, query: {} })).data
  const thread = await statementsDuring(fixtures, () => staff.ok(readCorrespondence, { params: { ...place, threadId } }))
  // Decision 176.
  expect({
    accept: inTransaction(accepted.statements).length,
    read: inTransaction(read.statements).length,
    inbox: withoutSession(inbox),
    thread: withoutSession(thread),
  }).toEqual({ accept: 3, read: 12, inbox: 1, thread: 4 })
})
