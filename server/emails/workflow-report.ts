import type { Message } from './outbox.ts'

type WorkflowReport = { companyId: string; company: string; rows: number }
type Sender = { id: string; first_name: string; last_name: string; email: string }

/** To a recipient chosen by a user: the workflow report as a PDF, attached once it has been generated. Replies go to the sender. */
export const workflowReportEmail = (to: string, sender: Sender, { companyId, company, rows }: WorkflowReport): Message => ({
  to: [to],
  subject: `Workflow report, ${company}`,
  text: `The workflow report of ${company} is attached: ${rows === 1 ? '1 property' : `${rows} properties`}.\n\nSent by ${sender.first_name} ${sender.last_name}`,
  replyTo: sender.email,
  about: { companyId, propertyId: null, sentBy: sender.id, attachments: [] },
})
