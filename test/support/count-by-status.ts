/** Number of responses per status: `{ 200: 3, 409: 3 }`. */
export function countByStatus(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
