import { type DateOnly, showDate, weekdayName } from '@gya/domain/common/dates.ts'
import type { CompanyWeek } from '@gya/domain/features/dashboard/company-week.ts'
import type { Metric } from '@gya/domain/features/dashboard/metrics.ts'
import { figureOf, type StatValue, showFigure } from '@gya/domain/features/dashboard/stat.ts'
import { happened, overdue, type SummaryLine, stood } from '@gya/domain/features/dashboard/weekly-summary.ts'
import { type Html, html } from '../../platform/html.ts'

/** Each metric in the week and in the one before it. */
export type SummaryFigures = Partial<Record<Metric, StatValue[]>>

export type Summary = {
  companyName: string
  firstName: string
  week: CompanyWeek
  company: SummaryFigures
  branches: readonly { id: string; name: string; figures: SummaryFigures }[]
  publicUrl: string
}

/** The weekly summary as a message: short, with where to see more and where to switch it off. */
export function summaryMail(summary: Summary): { subject: string; text: string; html: string } {
  const { companyName, week } = summary
  return {
    subject: `${companyName}: the week to ${dayOf(week.last)}`,
    text: textOf(summary),
    html: htmlOf(summary).text,
  }
}

const dayOf = (day: DateOnly): string => `${weekdayName(day)} ${showDate(day)}`
const now = 0
const before = 1

/** `4`, `£12,825`; a dash where it is not known. */
function shown(figures: SummaryFigures, metric: Metric, which: number): string {
  const figure = figureOf(metric, figures[metric]?.[which])
  return figure === null ? '–' : showFigure(metric, figure)
}

/** `4, £12,825`. */
const inOne = (figures: SummaryFigures, { count, fees }: SummaryLine, which: number): string =>
  [count, ...(fees ? [fees] : [])].map((metric) => shown(figures, metric, which)).join(', ')

/** Every property that is overdue stands in one of the lines. */
function overdueIn(figures: SummaryFigures): string {
  const counts = overdue.map(({ count }) => figureOf(count, figures[count]?.[now]))
  return counts.includes(null) ? '–' : String(counts.reduce<number>((sum, count) => sum + (count ?? 0), 0))
}

const intro = ({ companyName, week }: Summary): string =>
  `this is the week of ${companyName} from ${dayOf(week.first)} to ${dayOf(week.last)}, with the week before in brackets.`
const feesNote =
  'Fees are expected fees after the fee deduction, excluding VAT. Overdue: properties with at least one step overdue.'
const whyYou = ({ companyName }: Summary): string => `You get this every week as an administrator of ${companyName}.`
const dashboardOf = ({ publicUrl }: Summary): string => `${publicUrl}/branch/md?whose=company&tab=overall`
const branchDashboardOf = ({ publicUrl }: Summary, branchId: string): string =>
  `${publicUrl}/branch/md?branch=${branchId}&tab=overall`
const switchOf = ({ publicUrl }: Summary): string => `${publicUrl}/profile`

const groups = [
  { title: 'In the week', lines: happened },
  { title: 'At its end', lines: stood },
  { title: 'Overdue', lines: overdue },
] as const

function textOf(summary: Summary): string {
  const { company, branches, firstName } = summary
  const line = (one: SummaryLine) => `  ${one.label}: ${inOne(company, one, now)} (${inOne(company, one, before)})`
  const branch = ({ name, figures }: Summary['branches'][number]) =>
    [
      name,
      ...[...happened, ...stood].map((one) => `  ${one.label}: ${inOne(figures, one, now)}`),
      `  Overdue: ${overdueIn(figures)}`,
    ].join('\n')
  return [
    `Hello ${firstName},`,
    intro(summary),
    'WHOLE COMPANY',
    ...groups.map(({ title, lines }) => [title, ...lines.map(line)].join('\n')),
    ...(branches.length > 1 ? ['BRANCH BY BRANCH', ...branches.map(branch)] : []),
    feesNote,
    `The properties behind the figures: ${dashboardOf(summary)}`,
    `${whyYou(summary)} Switch it off in your profile: ${switchOf(summary)}`,
  ].join('\n\n')
}

const ink = '#1b2433'
const soft = '#566072'
const line = '#dfe3ea'
const cell = `padding:6px 8px;border-bottom:1px solid ${line};vertical-align:top;`
const head = `padding:6px 8px;border-bottom:1px solid ${soft};text-align:right;vertical-align:bottom;font-weight:600;font-size:12px;color:${soft};`

/** Readers of mail know tables and inline styles, and often nothing else. */
function htmlOf(summary: Summary): Html {
  const { firstName, branches, week } = summary
  return html`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>The week to ${dayOf(week.last)}</title></head>
<body style="margin:0;padding:24px 16px;background:#ffffff;color:${ink};font:14px/20px Arial,Helvetica,sans-serif;">
<div style="max-width:640px;margin:0 auto;">
<p style="margin:0 0 16px;">Hello ${firstName},</p>
<p style="margin:0 0 24px;">${intro(summary)}</p>
${companyTable(summary)}
${branches.length > 1 ? branchTable(summary) : html``}
<p style="margin:0 0 24px;"><a href="${dashboardOf(summary)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#1b2b4b;color:#ffffff;text-decoration:none;font-weight:600;">Open the dashboard</a></p>
<p style="margin:0 0 8px;font-size:12px;color:${soft};">${feesNote}</p>
<p style="margin:0;font-size:12px;color:${soft};">${whyYou(summary)} <a href="${switchOf(summary)}" style="color:${soft};">Switch it off in your profile</a>.</p>
</div></body></html>`
}

function companyTable({ company }: Summary): Html {
  const amount = (metric: Metric | undefined, which: number) => (metric ? shown(company, metric, which) : '')
  const row = ({ label, count, fees }: SummaryLine) => html`<tr>
<th scope="row" style="${cell}text-align:left;font-weight:400;">${label}</th>
<td style="${cell}text-align:right;font-weight:600;">${shown(company, count, now)}</td>
<td style="${cell}text-align:right;color:${soft};">(${shown(company, count, before)})</td>
<td style="${cell}text-align:right;font-weight:600;">${amount(fees, now)}</td>
<td style="${cell}text-align:right;color:${soft};">${fees ? `(${amount(fees, before)})` : ''}</td></tr>`
  const group = ({ title, lines }: (typeof groups)[number]) => html`<tr>
<th scope="colgroup" colspan="5" style="padding:14px 8px 4px;text-align:left;font-size:12px;color:${soft};">${title}</th></tr>
${lines.map(row)}`
  return html`<h2 style="margin:0 0 4px;font-size:16px;line-height:24px;">Whole company</h2>
<table style="border-collapse:collapse;width:100%;margin:0 0 28px;font-size:14px;">
<tr><th style="${head}text-align:left;"></th><th colspan="2" style="${head}">Number</th><th colspan="2" style="${head}">Fees</th></tr>
${groups.map(group)}
</table>`
}

const columns = [...happened, ...stood]

function branchTable(summary: Summary): Html {
  const value = (figures: SummaryFigures, { count, fees }: SummaryLine) => html`<td style="${cell}text-align:right;">
${shown(figures, count, now)}${fees ? html`<br><span style="font-size:12px;color:${soft};">${shown(figures, fees, now)}</span>` : html``}</td>`
  const row = ({ id, name, figures }: Summary['branches'][number]) => html`<tr>
<th scope="row" style="${cell}text-align:left;font-weight:400;"><a href="${branchDashboardOf(summary, id)}" style="color:${ink};">${name}</a></th>
${columns.map((column) => value(figures, column))}
<td style="${cell}text-align:right;">${overdueIn(figures)}</td></tr>`
  return html`<h2 style="margin:0 0 4px;font-size:16px;line-height:24px;">Branch by branch</h2>
<div style="overflow-x:auto;margin:0 0 28px;"><table style="border-collapse:collapse;width:100%;font-size:13px;">
<tr><th style="${head}text-align:left;">Branch</th>${columns.map(({ label, short }) => html`<th style="${head}">${short ?? label}</th>`)}<th style="${head}">Overdue</th></tr>
${summary.branches.map(row)}
</table></div>`
}
