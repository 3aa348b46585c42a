import { generateKeyPairSync } from 'node:crypto'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { type DnsZone, signingZone } from '../read/check-sender.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
/** For another program that signs for a domain of `zoneOf`. */
export const signingKey = { selector: 'test', key: pem }

/** A DNS that publishes one DKIM key and a DMARC policy for these domains. */
export const zoneOf = (...domains: string[]): DnsZone => signingZone(domains, publicKey, 'reject')

type Sent = SendMailOptions & { signed?: boolean; tls?: { ca: string } }

/** An SMTP client that signs with the key of `zoneOf`. */
export class MailSender {
  readonly #port: () => number

  constructor(port: () => number) {
    this.#port = port
  }

  /** Returns the answer to DATA. Rejects with the refusal of the server. */
  async send({ signed = true, tls, ...message }: Sent): Promise<string> {
    const from = typeof message.from === 'string' ? message.from : ''
    const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'nowhere.example'
    const transport = createTransport({
      host: '127.0.0.1',
      port: this.#port(),
      secure: false,
      ...(tls ? { requireTLS: true, tls: { ...tls, servername: 'in.gya.example' } } : { ignoreTLS: true }),
      ...(signed
        ? {
            dkim: {
              domainName: domain,
              keySelector: signingKey.selector,
              privateKey: pem,
            },
          }
        : {}),
    })
    try {
      return (await transport.sendMail(message)).response
    } finally {
      transport.close()
    }
  }
}
