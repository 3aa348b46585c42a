import type { Wire } from '@gya/domain/endpoint.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { type MessagePreview, previewMessages } from '@gya/domain/features/messages/messages.contract.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ApiError, callApi } from '../../lib/api/call-api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Placeholder for previews without a subject, which the server requires. Templates and letters may have none. */
export const noSubject = '-'

export type Words = { subject: string; body: string }

/** Debounce time of the preview in milliseconds. */
const typingPause = 400

/** Returns the text after typing has paused. */
export function useSettled({ subject, body }: Words): Words {
  const [settled, settle] = useState({ subject, body })
  useEffect(() => {
    const timer = setTimeout(() => settle({ subject, body }), typingPause)
    return () => clearTimeout(timer)
  }, [subject, body])
  return settled
}

type Body = Wire<typeof previewMessages, 'body'>
type Answer = Wire<typeof previewMessages, 'response'>

/** Returns the previews for each party. Keeps the last ones until the next response. */
export const usePreviews = (companyId: string, body: Body, enabled: boolean) =>
  useQuery<Answer, ApiError>({
    queryKey: ['message-preview', companyId, body],
    queryFn: ({ signal }) => callApi(previewMessages, { params: { companyId }, body, signal }),
    enabled,
    placeholderData: (before, query) => (query?.queryKey[1] === companyId ? before : undefined),
  })

type Faults = Pick<MessagePreview, 'empty' | 'notForAudience' | 'otherSide'>

/** Why a message cannot be sent as it is, or `null`. */
export const whyIncomplete = ({ empty, notForAudience, otherSide }: Faults): string | null =>
  otherSide ??
  (notForAudience.length > 0 ? errors.MERGE_FIELD_NOT_FOR_AUDIENCE[1] : empty.length > 0 ? errors.MERGE_FIELD_EMPTY[1] : null)

/** "The preview shows it in red": an empty field, or one that this party may not see. */
export function PreviewText({
  preview: { subject, text, empty, passed, notForAudience, otherSide },
}: {
  preview: MessagePreview
}) {
  const marked = (words: string) => {
    let length = 0
    return words.split(/(\{[\w.]+\})/).map((part) => {
      length += part.length
      return empty.includes(part.slice(1, -1)) ? <mark key={length}>{part}</mark> : part
    })
  }
  return (
    <>
      {subject !== '' && <p className="message-subject">{marked(subject)}</p>}
      <p className="message-text">{marked(text)}</p>
      {otherSide !== null && (
        <p className="err" role="alert">
          {otherSide} Choose another template.
        </p>
      )}
      {empty.length > 0 && (
        <p className="err" role="alert">
          {errors.MERGE_FIELD_EMPTY[1]} Write it out, or give it a fallback: {`{${empty[0]}, to be confirmed}`}
        </p>
      )}
      {passed.map((words) => (
        <p key={words} className="message-passed" role="status">
          <Icon of={IconAlertTriangle} size={14} /> {words}
        </p>
      ))}
      {notForAudience.length > 0 && (
        <p className="err" role="alert">
          {errors.MERGE_FIELD_NOT_FOR_AUDIENCE[1]} {notForAudience.map((name) => `{${name}}`).join(', ')}
        </p>
      )}
    </>
  )
}

const names = new Intl.ListFormat('en-GB')

/** "Signed by Ada Byrne (3), Ben Cole (2)": the sender signs only if the text contains the sender's name. */
function signers(previews: readonly MessagePreview[]): string | null {
  const signing = previews.flatMap(({ signedBy }) => signedBy ?? [])
  if (signing.length === 0) return null
  const by = [...Map.groupBy(signing, (name) => name)]
  return names.format(by.map(([name, { length }]) => (by.length === 1 ? name : `${name} (${length})`)))
}

/** Shows the messages one at a time. For several messages, lists those that cannot be sent or contain a past day. */
export function Previews({ previews }: { previews: readonly MessagePreview[] }) {
  const [shown, setShown] = useState(0)
  const at = previews.length === 0 ? 0 : shown % previews.length
  const current = previews[at]
  const isWrong = (one: MessagePreview): boolean => whyIncomplete(one) !== null
  const wrong = previews.filter(isWrong)
  const late = previews.filter(({ passed }) => passed.length > 0)
  const signedBy = signers(previews)
  /** Shows the next of these messages. */
  const show = (isOne: (one: MessagePreview) => boolean) => {
    const later = previews.findIndex((one, index) => index > at && isOne(one))
    setShown(later === -1 ? previews.findIndex(isOne) : later)
  }
  if (!current) return null
  return (
    <>
      {previews.length > 1 && wrong.length > 0 && (
        <Notice
          tone="bad"
          action={
            <Button size="s" onClick={() => show(isWrong)}>
              Show
            </Button>
          }
        >
          {wrong.length} of {previews.length} cannot go as they are: {names.format(wrong.slice(0, 3).map(({ name }) => name))}
          {wrong.length > 3 && ' and others'}.
        </Notice>
      )}
      {previews.length > 1 && late.length > 0 && (
        <Notice
          tone="warn"
          action={
            <Button size="s" onClick={() => show(({ passed }) => passed.length > 0)}>
              Show
            </Button>
          }
        >
          {late.length} of {previews.length} contain a day that has passed.
        </Notice>
      )}
      {signedBy !== null && <p className="message-signed">Signed by {signedBy}, as the text says. Replies go to you.</p>}
      <section className="message-preview" aria-label="As it will go">
        <header>
          <b>{current.name}</b>
          <span className="mut">{current.to === '' ? errors.NO_ADDRESS[1] : current.to}</span>
          <span className="spacer" />
          {previews.length > 1 && (
            <Button size="s" variant="quiet" onClick={() => setShown(at + 1)}>
              {at + 1} of {previews.length}, next
            </Button>
          )}
        </header>
        <PreviewText preview={current} />
      </section>
    </>
  )
}
