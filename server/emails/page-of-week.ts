import { capitalize } from '@gya/domain/common/capitalize.ts'
import { showDate } from '@gya/domain/common/dates.ts'
import { countInWords } from '@gya/domain/common/show-count.ts'
import { nameInMail } from '@gya/domain/common/web-address.ts'
import { showTarget } from '@gya/domain/features/week/targets.ts'
import type { Week, WeekMetric } from '@gya/domain/features/week/week.model.ts'
import { weekLabels } from '@gya/domain/features/week/week.model.ts'
import { showFigure } from '@gya/domain/features/week/week-page.ts'
import { rangeInWords } from '@gya/domain/features/week/week-periods.ts'
import { html } from '../infra/html.ts'
import type { Attachment, Message } from './outbox.ts'

type WeekPageMail = {
  to: { email: string; first_name: string }
  companyId: string
  branchId: string | null
  week: Week
  /** Who chose the recipients. */
  setter: { id: string; name: string }
  pdf: Attachment
  publicUrl: string
}

/** What the e-mail says of the period. */
const saidMetrics = ['salesAgreed', 'exchanged', 'feesExchanged'] as const satisfies readonly WeekMetric[]

/** The week of a branch or company on one page, to somebody who may open it: [seat §4](docs/design/seat.md#4). */
export function pageOfWeekEmail({ to, companyId, branchId, week, setter, pdf, publicUrl }: WeekPageMail): Message {
  const [range] = week.periods
  if (!range) throw new Error('A week has a period.')
  const { first, last } = range
  const name = nameInMail(week.name)
  const scope = branchId === null ? 'whose=company' : `branch=${branchId}`
  const link = `${publicUrl}/branch/week?${scope}&first=${first}&last=${last}`
  const days = `from ${rangeInWords(range)}`
  const paragraphs = [
    `Hello ${nameInMail(to.first_name)}, here is the week of ${name} ${week.soFar ? `so far, ${days},` : days} on one page.`,
    `${figures(week)}. ${lists(week)}`,
  ]
  const rest = 'In GYA every figure shows its sales: '
  const chosen = `${nameInMail(setter.name)} chose who gets this page. You can stop it in your profile, under Summaries by e-mail.`
  return {
    to: [to.email],
    subject: `Week of ${week.name}, ${first.slice(0, 4) === last.slice(0, 4) ? showDate(first).slice(0, 5) : showDate(first)} to ${showDate(last)}`,
    text: [...paragraphs, `${rest}${link}`, chosen].join('\n\n'),
    html: html`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>Week of ${week.name}</title></head>
<body style="margin:0;padding:24px 16px;background:#ffffff;color:#1b2433;font:14px/20px Arial,Helvetica,sans-serif;">
<div style="max-width:640px;margin:0 auto;">
${paragraphs.map((words) => html`<p style="margin:0 0 16px;">${words}</p>`)}
<p style="margin:0 0 16px;">${rest}<a href="${link}">${link}</a></p>
<p style="margin:0;font-size:12px;color:#566072;">${chosen}</p>
</div></body></html>`.text,
    about: { companyId, propertyId: null, sentBy: setter.id, attachments: [pdf] },
  }
}

/** "Sales agreed 5 (target 4.9) · Exchanges 2 (target 4.0)". */
const figures = ({ rows }: Week): string =>
  saidMetrics
    .map((metric) => {
      const row = rows.find((one) => one.metric === metric)
      const figure = `${weekLabels[metric]} ${showFigure(metric, row?.values[0])}`
      if (!row || row.target === null) return figure
      return `${figure} (target ${showTarget(metric, row.target)}${row.note === null ? '' : `, ${row.note}`})`
    })
    .join(' · ')

/** "Four exchanges are expected by 06/12/2026; one sale fell off." */
function lists({ lists: { exchanges, fallen }, aheadTo }: Week): string {
  const { count, passed } = exchanges
  const expected = `${capitalize(countInWords(count, 'exchange'))} ${count === 1 ? 'is' : 'are'}`
  const by = count > 0 && passed === count ? 'overdue' : `expected by ${showDate(aheadTo)}`
  const ofThem = passed > 0 && passed < count ? `, ${passed} of them overdue` : ''
  return `${expected} ${by}${ofThem}; ${countInWords(fallen.count, 'sale')} fell off.`
}
