import { isExchangedPhase } from '@gya/domain/features/timeline/phase.ts'
import { IconArrowsExchange, IconBell } from '@tabler/icons-react'
import { Icon } from '../../ui/icon.tsx'
import { ChainIcon, chainStates } from '../common/chain-light.tsx'
import { type WireReportRow } from './report-columns.tsx'

/** "A chain icon with text This property is in a chain.", and the reasons for tinted rows. `words` shows texts beside the icons. */
export const ReportFlags = ({ row, words = false }: { row: WireReportRow; words?: boolean }) => {
  const { mi, phase } = row
  const inChain = mi.chain === 1 || mi.chain === 2
  return (
    <>
      {isExchangedPhase(phase) && (
        <span className="flag exch" data-tip={words ? undefined : 'Exchanged'}>
          <Icon of={IconArrowsExchange} size={14} />
          <span className={words ? undefined : 'vh'}>Exchanged</span>
        </span>
      )}
      {mi.noticeGiven && (
        <span className="flag notice" data-tip={words ? undefined : 'On notice'}>
          <Icon of={IconBell} size={14} />
          <span className={words ? undefined : 'vh'}>On notice</span>
        </span>
      )}
      {inChain && (
        <span data-tip="This property is in a chain." title="This property is in a chain.">
          <ChainIcon state={chainStates[mi.chain]} />
        </span>
      )}
    </>
  )
}
