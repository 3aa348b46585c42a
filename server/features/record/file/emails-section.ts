import { showDocumentSize } from '@gya/domain/features/documents/documents.rules.ts'
import type { Content } from 'pdfmake/interfaces.js'
import { toRecordEmail } from '../record-emails.ts'
import { anchored, labelledRows, muted, paragraph, rule, runs, sectionTitle } from './pdf-parts.ts'
import type { RecordFileContent } from './read-content.ts'
import { sentMails } from './write-zip.ts'

export function emailsSection(content: RecordFileContent, numbers: ReadonlyMap<string, number>): Content {
  const mails = sentMails(content)
  return [
    sectionTitle('3  E-mails as sent'),
    ...(mails.length === 0 ? [paragraph('There are no e-mails with stored text.', { color: muted })] : []),
    ...mails.flatMap((mail, index): Content[] => {
      const { delivery, attachments } = toRecordEmail(mail)
      const number = numbers.get(mail.id) ?? index + 1
      const files = attachments.map(({ fileName, bytes }) => `${fileName}, ${showDocumentSize(bytes)}`)
      return [
        anchored(`mail-${number}`, {
          text: [{ text: `${number}  ` }, ...runs(mail.subject)],
          bold: true,
          fontSize: 11,
          margin: [0, index === 0 ? 0 : 16, 0, 4],
        }),
        labelledRows([
          ['Sent', delivery.replace(/^Sent /, '')],
          ['Written by', mail.sender ?? 'By rule'],
          ['To', mail.recipients.join(', ')],
          ...(mail.cc.length > 0 ? [['CC', mail.cc.join(', ')] as const] : []),
          ...(mail.bcc.length > 0 ? [['BCC', mail.bcc.join(', ')] as const] : []),
          ...(files.length > 0 ? [['Files', files.join('\n')] as const] : []),
        ]),
        { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 499, y2: 0, lineWidth: 0.5, lineColor: rule }], margin: [0, 4, 0, 6] },
        { text: runs(mail.body), preserveLeadingSpaces: true },
      ]
    }),
  ]
}
