import { londonDay } from '@gya/domain/common/dates.ts'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { MessageLines, NewMark } from './messages.tsx'
import type { VendorProperty } from './own-sale-view.tsx'
import { isNewSince, shortDay } from './own-words.ts'

type Line = { id: string; words: ReactNode; at: string; when: string }

/** So many lines are shown before the rest is asked for. */
const first = 4

const Lines = ({ title, lines }: { title: string; lines: Line[] }) => {
  const [all, setAll] = useState(false)
  if (lines.length === 0) return null
  return (
    <section className="vtrack gry" aria-label={title}>
      <h2>
        {title}
        <span>{lines.length}</span>
      </h2>
      <ol>
        {lines.slice(0, all ? undefined : first).map(({ id, words, at, when }) => (
          <li key={id} className="said">
            <span>{words}</span>
            <time dateTime={at}>{when}</time>
          </li>
        ))}
      </ol>
      {lines.length > first && (
        <Button variant="quiet" className="p44 more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${lines.length}`}
        </Button>
      )}
    </section>
  )
}

/** Viewings with what the viewers said. Who they were is theirs. */
export const Viewings = ({ viewings }: { viewings: VendorProperty['viewings'] }) => (
  <Lines
    title="Viewings"
    lines={viewings.map(({ _id, when, time, feedback }) => ({
      id: _id,
      words: feedback || <span className="mut">No feedback yet</span>,
      at: when,
      when: [shortDay(when), time].filter(Boolean).join(', '),
    }))}
  />
)

/** What was told of this property, the newest first. */
export const News = ({ news, seenUntil }: { news: VendorProperty['news']; seenUntil: string | null | undefined }) => (
  <Lines
    title="News"
    lines={news.map((message) => ({
      id: message._id,
      words: (
        <>
          <NewMark isNew={seenUntil !== undefined && isNewSince(message.at, seenUntil)} />
          <MessageLines message={message} />
        </>
      ),
      at: message.at,
      when: shortDay(londonDay(message.at)),
    }))}
  />
)
