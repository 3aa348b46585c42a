import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { readChainNews, tellChain } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { IconCheck } from '@tabler/icons-react'
import { useCacheAnswer, useCall } from '../../lib/api/use-call.ts'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TelLink } from '../../ui/navigation/contact-links.tsx'
import { Tag } from '../../ui/tag.tsx'
import { chainToldSaved } from './fall-offs.messages.ts'

/** "For outside agents a list with numbers and *Told*, which logs the conversation." Nothing while there is nobody to tell. */
export function ChainTold({ params }: { params: PropertyParams }) {
  const { data } = useCall(readChainNews, { params })
  const cacheAnswer = useCacheAnswer()
  const saving = useSave(tellChain, chainToldSaved)
  const news = data?.news
  if (!news) return null
  const tell = async (position: number) => {
    const answer = await saving.save({ params, body: { position } })
    if (answer) cacheAnswer(readChainNews, { params }, answer)
  }
  const open = news.links.filter(({ told }) => told === null).length
  const what = news.news === 'fell' ? 'fell off' : 'is restored'
  return (
    <section aria-labelledby="chain-told-title" className="after-fall-off">
      {saving.overlay}
      <header>
        <h2 id="chain-told-title">Tell the chain that the sale {what}</h2>
        {open > 0 ? <Tag tone="amber">{open} to tell</Tag> : <Tag tone="good">All told</Tag>}
      </header>
      {saving.error && <Notice tone="bad">{refusalText(saving.error, chainToldSaved.failure)}</Notice>}
      <ul className="panel chain-told">
        {news.links.map(({ position, name, agent, tel, told }) => (
          <li key={position}>
            <span>
              <b>{agent || 'Agent not known'}</b>
              <span className="mut">{name}</span>
            </span>
            <TelLink tel={tel} className="link tnum" />
            <span className="spacer" />
            {told ? (
              <Tag tone="good" icon={IconCheck}>
                Told {[showDate(londonDay(told.on)), told.by].filter(Boolean).join(', ')}
              </Tag>
            ) : (
              <Button
                size="s"
                aria-label={`Told ${agent || name}`}
                disabledReason={saving.pending ? 'Please wait...' : null}
                onClick={() => void tell(position)}
              >
                Told
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
