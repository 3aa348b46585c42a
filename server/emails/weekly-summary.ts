import type { CompanyWeek } from '@gya/domain/common/company-week.ts'
import { type DateOnly, showDate, weekdayName } from '@gya/domain/common/dates.ts'
import { defaultBrandColour } from '@gya/domain/common/default-brand-colour.ts'
import { nameInMail } from '@gya/domain/common/web-address.ts'
import { type MetricValue, metricNumber, showMetric } from '@gya/domain/features/dashboard/metric-values.ts'
import type { Metric } from '@gya/domain/features/dashboard/metrics.ts'
import { overdueAtWeekEnd, type SummaryLine, weekEndState, weekEvents } from '@gya/domain/features/dashboard/weekly-summary.ts'
import { type Html, html } from '../infra/html.ts'

/** The value of each metric in the week and in the week before. */
export type SummaryMetrics = Partial<Record<Metric, MetricValue[]>>

export type WeeklySummary = {
  companyName: string
  firstName: string
  week: CompanyWeek
  company: SummaryMetrics
  branches: readonly { id: string; name: string; metrics: SummaryMetrics }[]
  /** Number of overridden gate items; null if there is nothing to report. */
  overrides: string | null
  publicUrl: string
}

/** To a company administrator when the company's week closes, with links to the dashboard and to the switch in the profile. */
export function weeklySummaryEmail(summary: WeeklySummary): { subject: string; text: string; html: string } {
  const { companyName, week } = summary
  return {
    subject: `${companyName}: the week to ${longDate(week.last)}`,
    text: textOf(summary),
    html: htmlOf(summary).text,
  }
}

const longDate = (day: DateOnly): string => `${weekdayName(day)} ${showDate(day)}`
const thisWeek = 0
const weekBefore = 1

/** `4`, `£12,825`, or a dash if unknown. */
function formatMetric(metrics: SummaryMetrics, metric: Metric, which: number): string {
  const figure = metricNumber(metric, metrics[metric]?.[which])
  return figure === null ? '–' : showMetric(metric, figure)
}

/** `4, £12,825`. */
const formatCountAndFees = (metrics: SummaryMetrics, { count, fees }: SummaryLine, which: number): string =>
  [count, ...(fees ? [fees] : [])].map((metric) => formatMetric(metrics, metric, which)).join(', ')

/** The total of the overdue lines: each overdue property is in exactly one of them. */
function formatOverdue(metrics: SummaryMetrics): string {
  const counts = overdueAtWeekEnd.map(({ count }) => metricNumber(count, metrics[count]?.[thisWeek]))
  return counts.includes(null) ? '–' : String(counts.reduce<number>((sum, count) => sum + (count ?? 0), 0))
}

const intro = ({ companyName, week }: WeeklySummary): string =>
  `this is the week of ${companyName} from ${longDate(week.first)} to ${longDate(week.last)}, with the week before in brackets.`
const feesNote =
  'Fees are expected fees after the fee deduction, excluding VAT. Overdue: properties with at least one step overdue. At its end: as recorded by then; what was entered later counts in the week of its own day.'
const recipientNote = ({ companyName }: WeeklySummary): string => `You get this every week as an administrator of ${companyName}.`
const dashboardUrl = ({ publicUrl }: WeeklySummary): string => `${publicUrl}/branch/md?whose=company&tab=overall`
const branchDashboardUrl = ({ publicUrl }: WeeklySummary, branchId: string): string =>
  `${publicUrl}/branch/md?branch=${branchId}&tab=overall`
const gatesUrl = ({ publicUrl }: WeeklySummary): string => `${publicUrl}/company/gates`
const profileUrl = ({ publicUrl }: WeeklySummary): string => `${publicUrl}/profile`

const groups = [
  { title: 'In the week', lines: weekEvents },
  { title: 'At its end', lines: weekEndState },
  { title: 'Overdue', lines: overdueAtWeekEnd },
] as const

function textOf(summary: WeeklySummary): string {
  const { company, branches, firstName } = summary
  const line = (one: SummaryLine) =>
    `  ${one.label}: ${formatCountAndFees(company, one, thisWeek)} (${formatCountAndFees(company, one, weekBefore)})`
  const branch = ({ name, metrics }: WeeklySummary['branches'][number]) =>
    [
      name,
      ...[...weekEvents, ...weekEndState].map((one) => `  ${one.label}: ${formatCountAndFees(metrics, one, thisWeek)}`),
      `  Overdue: ${formatOverdue(metrics)}`,
    ].join('\n')
  return [
    `Hello ${nameInMail(firstName)},`,
    intro(summary),
    'WHOLE COMPANY',
    ...groups.map(({ title, lines }) => [title, ...lines.map(line)].join('\n')),
    ...(branches.length > 1 ? ['BRANCH BY BRANCH', ...branches.map(branch)] : []),
    ...(summary.overrides ? [`${summary.overrides} ${gatesUrl(summary)}`] : []),
    feesNote,
    `The properties behind the figures: ${dashboardUrl(summary)}`,
    `${recipientNote(summary)} Switch it off in your profile: ${profileUrl(summary)}`,
  ].join('\n\n')
}

const ink = '#1b2433'
const soft = '#566072'
const line = '#dfe3ea'
const cell = `padding:6px 8px;border-bottom:1px solid ${line};vertical-align:top;`
const head = `padding:6px 8px;border-bottom:1px solid ${soft};text-align:right;vertical-align:bottom;font-weight:600;font-size:12px;color:${soft};`

/** Uses tables and inline styles, the common ground of e-mail clients. */
function htmlOf(summary: WeeklySummary): Html {
  const { firstName, branches, week } = summary
  return html`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>The week to ${longDate(week.last)}</title></head>
<body style="margin:0;padding:24px 16px;background:#ffffff;color:${ink};font:14px/20px Arial,Helvetica,sans-serif;">
<div style="max-width:640px;margin:0 auto;">
<p style="margin:0 0 16px;">Hello ${nameInMail(firstName)},</p>
<p style="margin:0 0 24px;">${intro(summary)}</p>
${companyTable(summary)}
${branches.length > 1 ? branchTable(summary) : html``}
<p style="margin:0 0 24px;"><a href="${dashboardUrl(summary)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:${defaultBrandColour};color:#ffffff;text-decoration:none;font-weight:600;">Open the dashboard</a></p>
${summary.overrides ? html`<p style="margin:0 0 16px;">${summary.overrides} <a href="${gatesUrl(summary)}" style="color:${ink};">Gates</a></p>` : html``}
<p style="margin:0 0 8px;font-size:12px;color:${soft};">${feesNote}</p>
<p style="margin:0;font-size:12px;color:${soft};">${recipientNote(summary)} <a href="${profileUrl(summary)}" style="color:${soft};">Switch it off in your profile</a>.</p>
</div></body></html>`
}

function companyTable({ company }: WeeklySummary): Html {
  const amount = (metric: Metric | undefined, which: number) => (metric ? formatMetric(company, metric, which) : '')
  const row = ({ label, count, fees }: SummaryLine) => html`<tr>
<th scope="row" style="${cell}text-align:left;font-weight:400;">${label}</th>
<td style="${cell}text-align:right;font-weight:600;">${formatMetric(company, count, thisWeek)}</td>
<td style="${cell}text-align:right;color:${soft};">(${formatMetric(company, count, weekBefore)})</td>
<td style="${cell}text-align:right;font-weight:600;">${amount(fees, thisWeek)}</td>
<td style="${cell}text-align:right;color:${soft};">${fees ? `(${amount(fees, weekBefore)})` : ''}</td></tr>`
  const group = ({ title, lines }: (typeof groups)[number]) => html`<tr>
<th scope="colgroup" colspan="5" style="padding:14px 8px 4px;text-align:left;font-size:12px;color:${soft};">${title}</th></tr>
${lines.map(row)}`
  return html`<h2 style="margin:0 0 4px;font-size:16px;line-height:24px;">Whole company</h2>
<table style="border-collapse:collapse;width:100%;margin:0 0 28px;font-size:14px;">
<tr><th style="${head}text-align:left;"></th><th colspan="2" style="${head}">Number</th><th colspan="2" style="${head}">Fees</th></tr>
${groups.map(group)}
</table>`
}

const columns = [...weekEvents, ...weekEndState]

function branchTable(summary: WeeklySummary): Html {
  const value = (metrics: SummaryMetrics, { count, fees }: SummaryLine) => html`<td style="${cell}text-align:right;">
${formatMetric(metrics, count, thisWeek)}${fees ? html`<br><span style="font-size:12px;color:${soft};">${formatMetric(metrics, fees, thisWeek)}</span>` : html``}</td>`
  const row = ({ id, name, metrics }: WeeklySummary['branches'][number]) => html`<tr>
<th scope="row" style="${cell}text-align:left;font-weight:400;"><a href="${branchDashboardUrl(summary, id)}" style="color:${ink};">${name}</a></th>
${columns.map((column) => value(metrics, column))}
<td style="${cell}text-align:right;">${formatOverdue(metrics)}</td></tr>`
  return html`<h2 style="margin:0 0 4px;font-size:16px;line-height:24px;">Branch by branch</h2>
<div style="overflow-x:auto;margin:0 0 28px;"><table style="border-collapse:collapse;width:100%;font-size:13px;">
<tr><th style="${head}text-align:left;">Branch</th>${columns.map(({ label, short }) => html`<th style="${head}">${short ?? label}</th>`)}<th style="${head}">Overdue</th></tr>
${summary.branches.map(row)}
</table></div>`
}
