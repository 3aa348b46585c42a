import { IconDownload, IconFilterOff } from '@tabler/icons-react'
import { Menu } from '../../ui/menu.tsx'

type Props = { onClear: () => void; onDownload: () => void; downloading: boolean }

/** "Actions menu: Clear filters, Download CSV." */
export const ReportActions = ({ onClear, onDownload, downloading }: Props) => (
  <Menu
    label="Actions"
    items={[
      { label: 'Clear filters', icon: IconFilterOff, onSelect: onClear },
      {
        label: 'Download CSV',
        icon: IconDownload,
        disabledReason: downloading ? 'On its way' : null,
        onSelect: onDownload,
      },
    ]}
  />
)
