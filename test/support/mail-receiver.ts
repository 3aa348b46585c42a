import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type MailReceiver = {
  /** For SMTP_URL. */
  url: string
  received: Email[]
  /** Envelope recipients of each accepted message. */
  recipients: string[][]
  /** Replies to the next messages instead of accepting them, in order. */
  refuseNext: { code: number; words: string }[]
  /** Awaited before the reply to an accepted message, to simulate a slow server. */
  delayNext: Promise<unknown> | null
  /** Recipients to refuse. */
  refuseRecipients: Record<string, { code: number; words: string }>
  close(): Promise<void>
}

/** A real SMTP server that parses the messages it receives. */
export async function openMailReceiver(port = 0): Promise<MailReceiver> {
  const received: Email[] = []
  const recipients: string[][] = []
  const refuseNext: MailReceiver['refuseNext'] = []
  const refuseRecipients: MailReceiver['refuseRecipients'] = {}
  const refusalOf = ({ code, words }: { code: number; words: string }) => Object.assign(new Error(words), { responseCode: code })
  const keep = async (message: Buffer) => received.push(await PostalMime.parse(message))
  const receiver: MailReceiver = {
    url: '',
    received,
    recipients,
    refuseNext,
    delayNext: null,
    refuseRecipients,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const refusal = refuseRecipients[address]
      done(refusal && refusalOf(refusal))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = refuseNext.shift()
        if (refusal) return done(refusalOf(refusal))
        recipients.push(session.envelope.rcptTo.map(({ address }) => address))
        void keep(Buffer.concat(chunks))
          .then(() => receiver.delayNext)
          .finally(done)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  receiver.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return receiver
}
