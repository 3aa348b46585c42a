import { exportOwnData } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Exports the data of the signed-in user. */
export function OwnData() {
  const { download, pending, failed } = useDownload(exportOwnData)
  return (
    <div className="grid1">
      {failed && <Notice tone="bad">{failed}</Notice>}
      <p className="mut">What is held about you under this account, as a file to read and one for a machine.</p>
      <div>
        <Button pending={pending} onClick={() => void download({ params: {} })}>
          Download my data
        </Button>
      </div>
    </div>
  )
}
