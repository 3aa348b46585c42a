import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyText } from '../../ui/overlays/copy-text.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

const link = /((?:https?:\/\/|www\.)[^\s<>"]*[^\s<>".,;:!?)\]'’])/i

const hostOf = (address: string): string => {
  const whole = /^www\./i.test(address) ? `https://${address}` : address
  return URL.canParse(whole) ? new URL(whole).hostname : address
}

function partsOf(text: string): { part: string; at: number; isLink: boolean }[] {
  let at = 0
  return text.split(link).map((part, index) => {
    at += part.length
    return { part, at, isLink: index % 2 === 1 }
  })
}

/** Text of a sender. "Links in own words are text; a press shows the whole address …. Nothing is fetched." [mail-in §4](docs/design/mail-in.md#4). */
export function MailText({ children }: { children: string }) {
  const [shown, setShown] = useState<string | null>(null)
  return (
    <div className="msg-text">
      {partsOf(children).map(({ part, at, isLink }) =>
        isLink ? (
          <button key={at} type="button" className="link" aria-haspopup="dialog" onClick={() => setShown(part)}>
            {part}
          </button>
        ) : (
          part
        ),
      )}
      {shown !== null && (
        <Dialog
          open
          title="Where the link leads"
          onClose={() => setShown(null)}
          footer={<Button onClick={() => setShown(null)}>Close</Button>}
        >
          <p>
            To <b>{hostOf(shown)}</b>. Nothing has been opened.
          </p>
          <CopyText label="Copy">{shown}</CopyText>
        </Dialog>
      )}
    </div>
  )
}
