import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'
import type { Config } from '../../config.ts'
import type { SmtpResult } from './delivery-attempts.ts'

/** In milliseconds: to connect, for the greeting, and between two replies. */
export type MailTimeouts = { connection: number; greeting: number; answer: number }
// A slow server may already have accepted the message: a short timeout would send duplicates.
const defaultTimeouts: MailTimeouts = { connection: 10_000, greeting: 10_000, answer: 120_000 }

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether TLS is required: a password and the messages sent with it must not leave this machine unencrypted. Otherwise an attacker on
 * the network could hide that the server offers STARTTLS.
 */
export function needsTls(smtpUrl: string): boolean {
  const { username, hostname } = new URL(smtpUrl)
  return username !== '' && !loopback.has(hostname)
}

export const createMailTransport = (
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  { connection, greeting, answer }: MailTimeouts = defaultTimeouts,
): Transporter | null =>
  smtpUrl
    ? createTransport({
        url: smtpUrl,
        requireTLS: needsTls(smtpUrl),
        connectionTimeout: connection,
        greetingTimeout: greeting,
        socketTimeout: answer,
        dnsTimeout: connection,
      } as object)
    : null

/** Sends a message and returns the server's reply per recipient. */
export type MailServer = { sendMail(message: SendMailOptions): Promise<SmtpResult> }
