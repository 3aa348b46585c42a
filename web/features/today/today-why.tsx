import { arithmeticText, describeArithmetic } from '@gya/domain/features/today/describe-item.ts'
import { useLayoutEffect, useRef } from 'react'
import { positionFloating } from '../../ui/overlays/use-floating.ts'
import { addressOf } from './today-row.tsx'
import type { TodayItem } from './today-rows.ts'

type Props = { item: TodayItem; today: string; withKey: boolean }

/** "Why is 27 Rodway Road here?": explains fee × lateness × nearness. */
export const Why = ({ item, today, withKey }: Props) => (
  <>
    <h3 className="why-title">
      Why is {addressOf(item)} here?{' '}
      {withKey && (
        <span className="kbd" aria-hidden="true">
          =
        </span>
      )}
    </h3>
    <p className="calc">
      {describeArithmetic(item, today).map(({ value, words }, index) => (
        <span key={words}>
          {index > 0 && '× '}
          <b>{value}</b> <i>{words}</i>
        </span>
      ))}
      <span>
        = <b>{item.points} points</b>
      </span>
    </p>
    {item.decides && (
      <p className="mut t12">
        {item.decides.isThis ? 'This decides the exchange: ' : 'What decides the exchange: '}
        {item.decides.words}.
      </p>
    )}
  </>
)

/** Shows the explanation beside a row on `=`, and announces it, until the next key. */
export function WhyTip({ item, today, anchor }: Omit<Props, 'withKey'> & { anchor: HTMLElement }) {
  const tip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = tip.current
    if (!box) return
    box.showPopover?.()
    positionFloating(anchor.getBoundingClientRect(), box, 'end', 4)
  }, [anchor])
  return (
    <div ref={tip} className="tip" popover="manual" role="status">
      {arithmeticText(item, today)}
    </div>
  )
}
