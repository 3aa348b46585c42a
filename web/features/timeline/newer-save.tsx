import { showDateTime } from '@gya/domain/common/dates.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, callApi } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { conflictingParts } from './overtaken.ts'
import type { TimelineEdit } from './use-timeline-edit.ts'

type ConcurrentSaveProps = {
  params: { companyId: string; branchId: string; propertyId: string }
  edit: TimelineEdit
  error: ApiError
  onSave: (version: number) => Promise<void>
  onDiscard: () => void
  onDone: () => void
}

/**
 * Somebody else saved while this editor was open. Where what they changed and what we did differ the save goes on by itself
 * on top of theirs; where the same step, or the completion date, was changed by both, the reader decides.
 */
export function ConcurrentSave({ params, edit, error, onSave, onDiscard, onDone }: ConcurrentSaveProps) {
  const [clash, setClash] = useState<{ version: number; parts: string[] } | null>(null)
  const latest = useRef({ params, edit, onSave })
  useEffect(() => {
    latest.current = { params, edit, onSave }
  })
  useEffect(() => {
    let left = false
    const compare = async () => {
      const newer = await callApi(readProperty, { params: latest.current.params })
      if (left) return
      const saved = { timeline: newer.timeline.data, completionDate: newer.completionDate, invoiceSent: newer.mi.invoiceSent }
      const parts = conflictingParts(saved, latest.current.edit.edits)
      if (parts.length > 0) setClash({ version: newer.version, parts })
      else await latest.current.onSave(newer.version)
    }
    compare().catch(() => undefined)
    return () => {
      left = true
    }
  }, [error])
  if (!clash) return null
  const when = error.details.savedOn ? ` on ${showDateTime(error.details.savedOn)}` : ''
  return (
    <Notice
      tone="warn"
      title={`${error.details.savedBy ?? 'Somebody'} also changed ${clash.parts.join(', ')}${when}`}
      action={
        <>
          <Button
            size="s"
            onClick={() => {
              onDiscard()
              onDone()
            }}
          >
            Take theirs
          </Button>
          <Button size="s" onClick={() => void onSave(clash.version)}>
            Save mine
          </Button>
        </>
      }
    >
      Nothing of yours has been saved yet.
    </Notice>
  )
}
