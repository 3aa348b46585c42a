import './second-factor-bar.css'
import { type DateOnly, daysBetween, showDate, showDays } from '@gya/domain/common/dates.ts'
import { today } from '../../lib/today.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** "Until then a bar counts down". [trust §4.2](docs/design/trust.md#4.2). */
export const SecondFactorBar = ({ from }: { from: DateOnly }) => (
  <div className="second-factor-bar">
    <Notice
      tone="warn"
      action={
        <LinkButton size="s" to="/profile">
          Set one up
        </LinkButton>
      }
    >
      From {showDate(from)} your company asks for a second factor when you sign in: in {showDays(daysBetween(today(), from))}.
    </Notice>
  </div>
)
