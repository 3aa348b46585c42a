import { chainStatusLabels } from '@gya/domain/features/chain/chain-status.ts'
import { IconLink, IconUnlink } from '@tabler/icons-react'
import { Icon } from '../../ui/icon.tsx'

/** `mi.chain` 0, 1, 2, 3. */
export type ChainState = 'none' | 'complete' | 'incomplete' | 'unknown'

/** By the number of the chain in the management information. */
export const chainStates = { 0: 'none', 1: 'complete', 2: 'incomplete', 3: 'unknown' } as const satisfies Record<
  number,
  ChainState
>

export const chainWords: Record<ChainState, string> = {
  none: chainStatusLabels[0],
  complete: chainStatusLabels[1],
  incomplete: chainStatusLabels[2],
  unknown: chainStatusLabels[3],
}
const lights: Record<ChainState, string> = { none: 'none', complete: 'green', incomplete: 'red', unknown: 'unk' }

/** Traffic light of a chain with text. Incomplete is a square, so that the meaning does not depend on colour. */
export const ChainLight = ({ state, text }: { state: ChainState; text?: string }) => (
  <span className={`light ${lights[state]}`}>
    <i aria-hidden="true" />
    {text ?? chainWords[state]}
  </span>
)

/** Chain icon of a table row: a link, broken for an incomplete chain. Nothing without a chain. */
export const ChainIcon = ({ state }: { state: ChainState }) => {
  if (state === 'none') return null
  const text = state === 'unknown' ? 'It is not known whether this property is in a chain.' : 'This property is in a chain.'
  const more = state === 'incomplete' ? `${text} Incomplete.` : text
  return (
    <span className={`chain-i ${state === 'incomplete' ? 'bad' : state === 'complete' ? 'good' : 'unk'}`} data-tip={more}>
      <Icon of={state === 'incomplete' ? IconUnlink : IconLink} size={14} />
      <span className="vh">{more}</span>
    </span>
  )
}
