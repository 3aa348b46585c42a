import { parentPort } from 'node:worker_threads'
import { maskBankDetails } from '@gya/domain/features/mail-in/bank-details.ts'
import PostalMime from 'postal-mime'
import { html } from '../../../infra/html.ts'
import { checkSender } from './check-sender.ts'
import { clean } from './clean-text.ts'
import { htmlToText } from './html-to-text.ts'
import { bytesOf, parseOptions, partsOf } from './mail-parts.ts'
import { parseMail } from './parse-mail.ts'
import type { MailTask } from './read-in-thread.ts'
import { isShowable, sanitizeHtml } from './sanitize-html.ts'

/** The worker thread of read-in-thread.ts. */
async function perform(task: MailTask): Promise<unknown> {
  if (task.what === 'file') return fileOf(task.raw, task.ordinal)
  if (task.what === 'html') return htmlOf(task.raw, task.digits)
  if (task.what === 'check') return checkSender(task.raw, task.sender)
  return parseMail(task.raw, task.arrivedOn)
}

async function fileOf(raw: Uint8Array, ordinal: number): Promise<Uint8Array | null> {
  const part = (await partsOf(await PostalMime.parse(raw, parseOptions)))[ordinal]
  return part ? bytesOf(part.file) : null
}

/** Bank details may run over several elements: with them its text is shown, masked. */
async function htmlOf(raw: Uint8Array, digits: boolean): Promise<string | null> {
  const source = clean((await PostalMime.parse(raw, parseOptions)).html ?? '')
  if (!isShowable(source)) return null
  const text = htmlToText(source, { named: true })
  const masked = maskBankDetails(text)
  return digits || masked === text ? sanitizeHtml(source) : html`<pre>${masked}</pre>`.text
}

parentPort?.on('message', (task: MailTask) => {
  perform(task).then(
    (value) => parentPort?.postMessage({ value }, []),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }, []),
  )
})
