/** What ends a sale while a message about it waits to be sent. */
export type SaleEnd = 'fall-off' | 'withdrawn' | 'property-deleted'

export const saleEndLabels = {
  'fall-off': 'The sale fell through meanwhile',
  withdrawn: 'The property was withdrawn meanwhile',
  'property-deleted': 'The property was deleted meanwhile',
} as const satisfies Record<SaleEnd, string>

/**
 * Shown with an e-mail that was cancelled because its sale ended: "Not sent: the sale fell through meanwhile."
 * [one-way §3.3](docs/design/one-way.md#3.3).
 */
export const whyNotSent = (end: SaleEnd): string => `Not sent: ${saleEndLabels[end].replace('The', 'the')}.`
