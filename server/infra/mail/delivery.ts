/**
 * Tries a message this many times before it is shown as failed. The queue waits longer before each try, up to six hours:
 * together some sixteen, so that a mail server may be away for a night.
 */
export const maxMailAttempts = 12

/**
 * What a mail server said of each recipient. One that it took is never sent to again; one it refuses for good (5xx) is
 * not tried again; one it refuses for now (4xx), or that a broken connection left open, is.
 */
export type Delivery = { delivered: string[]; refused: Record<string, string> }

type Rejection = { recipient?: string; responseCode?: number; response?: string; message?: string }

/** The part of nodemailer's answer, or of its error, that tells recipients apart. */
export type SmtpResult = { accepted?: unknown[] | undefined; rejectedErrors?: Rejection[] | undefined }

const rejectionText = (rejection: Rejection): string => (rejection.response ?? rejection.message ?? 'Refused.').slice(0, 300)

/** The state of a message after a try: who has it now, who is refused for good, and who was refused for now and why. */
export function deliveryAfterAttempt(before: Delivery, told: SmtpResult): Delivery & { later: Record<string, string> } {
  const accepted = (told.accepted ?? []).map(String)
  const rejections = (told.rejectedErrors ?? []).flatMap((one) =>
    one.recipient === undefined ? [] : [{ ...one, recipient: one.recipient }],
  )
  const isForGood = ({ responseCode }: Rejection) => responseCode !== undefined && responseCode >= 500
  const said = (some: typeof rejections) => Object.fromEntries(some.map((one) => [one.recipient, rejectionText(one)]))
  return {
    delivered: [...before.delivered, ...accepted],
    refused: { ...before.refused, ...said(rejections.filter(isForGood)) },
    later: said(rejections.filter((one) => !isForGood(one))),
  }
}

/** Those who neither have the message nor are refused for good. */
export const pendingRecipients = (everybody: readonly string[], { delivered, refused }: Delivery): string[] =>
  everybody.filter((one) => !delivered.includes(one) && !(one in refused))
