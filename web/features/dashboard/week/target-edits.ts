import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readTargets } from '@gya/domain/features/week/targets.contract.ts'
import { type TargetMetric, targetMetrics } from '@gya/domain/features/week/targets.ts'

export type TargetRow = Wire<typeof readTargets, 'response'>['rows'][number]
export type Numbers = Record<TargetMetric, number[]>

export const numbersOf = (row: TargetRow | undefined): Numbers =>
  Object.fromEntries(targetMetrics.map((metric) => [metric, [...(row?.numbers[metric] ?? [])]])) as Numbers

/** Numbers that are being typed, with the row as it was when typing began. */
export type Typed = { row: TargetRow; numbers: Numbers }

/** A month of a measure that was typed, and meanwhile saved by somebody else with another number. */
export type Overtaken = { metric: TargetMetric; nth: number; saved: number; typed: number }

/**
 * What is typed, over what is stored by now: months that were not typed take what somebody else has saved meanwhile; those that both changed
 * keep what is typed, and are named.
 */
export function mergeTyped({ row, numbers }: Typed, stored: TargetRow): { numbers: Numbers; overtaken: Overtaken[] } {
  const merged = numbersOf(stored)
  const overtaken: Overtaken[] = []
  for (const metric of targetMetrics)
    for (const [nth, typed] of numbers[metric].entries()) {
      const was = row.numbers[metric]?.[nth] ?? 0
      const saved = stored.numbers[metric]?.[nth] ?? 0
      if (typed === was) continue
      merged[metric][nth] = typed
      if (saved !== was && saved !== typed) overtaken.push({ metric, nth, saved, typed })
    }
  return { numbers: merged, overtaken }
}

/** "a month takes the one before until changed": months after it that had the same number follow. */
export function withNumber(numbers: readonly number[], nth: number, number: number): number[] {
  const before = numbers[nth]
  const end = numbers.findIndex((one, at) => at > nth && one !== before)
  return numbers.map((one, at) => (at >= nth && (end === -1 || at < end) ? number : one))
}

/**
 * The months to save: those with another number than in `row`, and the month after one that is saved where its own number differs, because
 * it may have had it from the month before.
 */
export function targetEdits({ branchId, userId, numbers }: TargetRow, months: readonly DateOnly[], typed: Numbers) {
  const owner = branchId === null ? { userId: userId ?? '' } : { branchId }
  return targetMetrics.flatMap((metric) => {
    let isSaved = false
    return months.flatMap((fromMonth, nth) => {
      const [was, perMonth] = [numbers[metric]?.[nth] ?? 0, typed[metric][nth] ?? 0]
      isSaved = was !== perMonth || (isSaved && perMonth !== typed[metric][nth - 1])
      return isSaved ? [{ ...owner, metric, fromMonth, perMonth, was }] : []
    })
  })
}
