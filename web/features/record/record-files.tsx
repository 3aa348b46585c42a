import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { downloadRecordFile, listRecordFiles } from '@gya/domain/features/record/record-file.contract.ts'
import { isUnderWay, recordFileDays, recordFileStateLabels } from '@gya/domain/features/record/record-file.rules.ts'
import { verdictWords } from '@gya/domain/features/record/verdict.ts'
import { IconFileTypePdf, IconFileZip, IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Icon } from '../../ui/icon.tsx'

type RecordFile = Wire<typeof listRecordFiles, 'response'>['data'][number]

/** Polling interval in milliseconds while a file is being created. */
const progressEvery = 1_500

/** The record files of a property, including those being created. */
export function RecordFiles({ params }: { params: PropertyParams }) {
  const [working, setWorking] = useState(false)
  const { data, error, refetch } = useCall(listRecordFiles, { params }, working ? { every: progressEvery } : {})
  const { download, failed, isPending } = useDownload(downloadRecordFile)
  const isWorking = data?.data.some(({ state }) => isUnderWay(state)) ?? false
  if (data && isWorking !== working) setWorking(isWorking)
  return (
    <section className="panel" aria-labelledby="files-made">
      <header>
        <h2 id="files-made">Made before</h2>
      </header>
      {!data && (error ? <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState> : <SkeletonLines />)}
      {failed !== null && <Notice tone="bad">{failed}</Notice>}
      {data?.data.length === 0 && <p className="form hint">No record file was made of this property.</p>}
      {data && data.data.length > 0 && (
        <ul className="files-made">
          {data.data.map((file) => (
            <li key={file._id}>
              <MadeFile file={file} />
              <span className="forms">
                {(['pdf', 'zip'] as const).map((form) => {
                  const of = { ...params, fileId: file._id, form }
                  return (
                    (form === 'pdf' ? file.pdfBytes : file.zipBytes) !== null && (
                      <Button
                        key={form}
                        size="s"
                        icon={form === 'pdf' ? IconFileTypePdf : IconFileZip}
                        pending={isPending(of)}
                        aria-label={`${form.toUpperCase()} for ${file.recipient}, ${showDate(londonDay(file.askedOn))}`}
                        onClick={() => void download({ params: of })}
                      >
                        {form.toUpperCase()}
                      </Button>
                    )
                  )
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function MadeFile({ file }: { file: RecordFile }) {
  const { copy, recipient, reason, state, failure, askedBy, askedOn, verdict, pdfBytes } = file
  return (
    <span className="what">
      <b>
        {copy === 'full' ? 'Full' : 'Masked'}, for {recipient}
      </b>
      <small>{reason}</small>
      <small>
        {showDate(londonDay(askedOn))} by {askedBy ?? 'nobody'}
      </small>
      {isUnderWay(state) && (
        <small role="status">
          <progress aria-label="Record file" /> {recordFileStateLabels[state]}
        </small>
      )}
      {verdict && (
        <small className={verdict.whole ? 'good' : 'bad'}>
          <Icon of={verdict.whole ? IconShieldCheck : IconShieldX} size={12} /> {verdictWords(verdict)}
        </small>
      )}
      {state === 'failed' && <small className="bad">{failure}</small>}
      {state === 'ready' && pdfBytes === null && (
        <small>The file was kept {recordFileDays} days, or removed by an erasure.</small>
      )}
    </span>
  )
}
