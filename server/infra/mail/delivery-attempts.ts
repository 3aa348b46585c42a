/**
 * The state of each recipient. Delivered and permanently refused (5xx) recipients are not retried; temporarily refused ones
 * (4xx) and those without a reply are.
 */
export type Delivery = { delivered: string[]; refused: Record<string, string> }

type Rejection = { recipient?: string; responseCode?: number; response?: string; message?: string }

/** The part of nodemailer's result, or of its error, that describes recipients. */
export type SmtpResult = { accepted?: unknown[] | undefined; rejectedErrors?: Rejection[] | undefined }

const rejectionText = (rejection: Rejection): string => (rejection.response ?? rejection.message ?? 'Refused.').slice(0, 300)

/** The state after an attempt; `later` are the temporary refusals with their reasons. */
export function deliveryAfterAttempt(before: Delivery, result: SmtpResult): Delivery & { later: Record<string, string> } {
  const accepted = (result.accepted ?? []).map(String)
  const rejections = (result.rejectedErrors ?? []).flatMap((one) =>
    one.recipient === undefined ? [] : [{ ...one, recipient: one.recipient }],
  )
  const isPermanent = ({ responseCode }: Rejection) => responseCode !== undefined && responseCode >= 500
  const reasons = (list: typeof rejections) => Object.fromEntries(list.map((one) => [one.recipient, rejectionText(one)]))
  return {
    delivered: [...before.delivered, ...accepted],
    refused: { ...before.refused, ...reasons(rejections.filter(isPermanent)) },
    later: reasons(rejections.filter((one) => !isPermanent(one))),
  }
}

/** Recipients that are neither delivered nor permanently refused. */
export const pendingRecipients = (recipients: readonly string[], { delivered, refused }: Delivery): string[] =>
  recipients.filter((one) => !delivered.includes(one) && !(one in refused))
