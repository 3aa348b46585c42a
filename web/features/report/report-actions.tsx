import { IconDownload, IconFilterOff } from '@tabler/icons-react'
import { Menu } from '../../ui/menu.tsx'

type ReportActionsProps = {
  /** Null where there is no property to filter. */
  onClear: (() => void) | null
  onDownload: () => void
  downloading: boolean
}

/** "Actions menu: Clear filters, Download CSV." */
export const ReportActions = ({ onClear, onDownload, downloading }: ReportActionsProps) => (
  <Menu
    label="Actions"
    items={[
      ...(onClear ? [{ label: 'Clear filters', icon: IconFilterOff, onSelect: onClear }] : []),
      {
        label: 'Download CSV',
        icon: IconDownload,
        disabledReason: downloading ? 'On its way' : null,
        onSelect: onDownload,
      },
    ]}
  />
)
