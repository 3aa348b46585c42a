import { addressLine } from '@gya/domain/common/address-line.ts'
import type { Memo } from '@gya/domain/features/memo/memo.model.ts'
import { usualMemorandumSubject } from '@gya/domain/features/messages/usual-memorandum-words.ts'

type Typed = { replyTo: string; subject?: string | undefined; message: string }

/** To the parties of a sale, with the memorandum attached: the sender's text, with the memorandum's subject unless one was entered. */
export const memorandumEmail = ({ replyTo, subject, message }: Typed, memo: Memo) => ({
  replyTo,
  subject: subject || usualMemorandumSubject(addressLine(memo.address)),
  text: message,
})
