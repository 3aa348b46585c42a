import { capitalize } from '@gya/domain/common/capitalize.ts'
import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readGate } from '@gya/domain/features/gates/gates.contract.ts'

export type GateView = Wire<typeof readGate, 'response'>
export type GateLine = GateView['items'][number]

/** "There was one with the offer of Marnie Quillfeather: Larkproof 88213, until 12/10/2027." */
function earlierText({ buyer, reference, note, expiresOn }: NonNullable<GateLine['earlier']>): string {
  const what = [reference || note, expiresOn && `until ${showDate(expiresOn)}`].filter(Boolean).join(', ')
  return `There was one with the offer of ${buyer}${what && `: ${what}`}.`
}

/** The evidence, or why it is missing: "Larkproof 88213 · Marnie Quillfeather, 12/11/2026". */
export function evidenceText({
  state,
  why,
  reference,
  document,
  note,
  metOn,
  metBy,
  expiresOn,
  reason,
  item,
  earlier,
}: GateLine): string {
  if (state === 'not-needed') return 'Not needed for this sale'
  if (state === 'open')
    return [capitalize(why?.slice(item.title.length + 2) ?? ''), earlier && earlierText(earlier)].filter(Boolean).join(' ')
  const by = [metBy, metOn && showDate(londonDay(metOn))].filter(Boolean).join(', ')
  const until = expiresOn ? `until ${showDate(expiresOn)}` : ''
  const what = state === 'overridden' ? [reason] : [reference, document?.fileName, note, until]
  return [...what, by].filter(Boolean).join(' · ')
}
