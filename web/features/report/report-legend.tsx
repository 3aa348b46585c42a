import { IconArrowsExchange, IconBell } from '@tabler/icons-react'
import { Icon } from '../../ui/icon.tsx'

/** Explains tints and icons of the workflow table. */
export const ReportLegend = () => (
  <>
    <span className="key">
      <i className="f24" />
      Updated in 24 hours
    </span>
    <span className="key">
      <i className="f168" />
      In 7 days
    </span>
    <span className="key">
      <i className="nt" />
      <span className="flag notice">
        <Icon of={IconBell} size={14} />
      </span>
      On notice
    </span>
    <span className="key">
      <i className="ex" />
      <span className="flag exch">
        <Icon of={IconArrowsExchange} size={14} />
      </span>
      Exchanged
    </span>
  </>
)
