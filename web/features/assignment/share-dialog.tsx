import { showCount } from '@gya/domain/common/show-count.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { shareSales } from '@gya/domain/features/assignment/assignment.contract.ts'
import {
  describeHeld,
  type Held,
  heldKinds,
  type ShareRule,
  shareRuleLabels,
  shareRules,
} from '@gya/domain/features/assignment/choose-progressor.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, callApi } from '../../lib/api/call-api.ts'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import type { ShareProps } from '../../lib/screens.ts'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { AmongField, whyTooMany } from '../common/among-field.tsx'
import { salesShared } from './assignment.messages.ts'

type Answer = Wire<typeof shareSales, 'response'>

/** Shares sales among people: shows who gets how many, then saves it with one undo. The one dialog that gives several sales to somebody. */
export function ShareDialog({ companyId, what, sales, onClose, onShared }: ShareProps) {
  const [among, setAmong] = useState<string[]>([])
  const [by, setBy] = useState<ShareRule>('load')
  const isNobodys = 'from' in sales && sales.from === 'nobody'
  const [moveTasks, setMoveTasks] = useState(!isNobodys)
  const why = among.length === 0 ? 'Choose who gets them first' : whyTooMany(among)
  const body = { ...sales, among, by, moveTasks }
  const preview = useQuery<Answer, ApiError>({
    queryKey: ['share preview', companyId, body],
    queryFn: ({ signal }) => callApi(shareSales, { params: { companyId }, body: { ...body, preview: true }, signal }),
    enabled: why === null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const { save, pending, error, overlay } = useSave(shareSales, salesShared)
  const answer = why === null ? preview.data : undefined
  const held = answer && sumOf(answer.people)
  const kinds = held ? heldKinds.filter((kind) => held[kind] > 0) : []
  const isAny = kinds.length > 0
  const submit = async () => {
    if (!answer || pending) return
    const saved = await save({ params: { companyId }, body: { ...body, seen: answer.seen } })
    if (saved === null) return void preview.refetch()
    if (saved.undoId !== null)
      undoStack.push({
        companyId,
        undoId: saved.undoId,
        description: held && isAny ? `Shared ${describeHeld(held)}` : 'Moved their open tasks',
      })
    onClose()
    onShared?.()
  }
  return (
    <Dialog
      open
      title={`Share ${what}`}
      onClose={onClose}
      onSubmit={() => void submit()}
      locked={pending}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" pending={pending} disabledReason={why ?? (answer ? null : 'Please wait...')}>
            {held && kinds.length === 1 ? `Share ${describeHeld(held)}` : 'Share'}
          </Button>
        </>
      }
    >
      <div className="grid1">
        {overlay}
        {error && <Notice tone="bad">{refusalText(error, salesShared.failure)}</Notice>}
        {preview.error && <Notice tone="bad">{preview.error.message}</Notice>}
        <AmongField
          companyId={companyId}
          without={'from' in sales ? sales.from : undefined}
          noneLabel="Choose people"
          value={among}
          onChange={setAmong}
        />
        <SelectField
          label="By"
          options={shareRules.map((value) => ({ value, label: shareRuleLabels[value] }))}
          value={by}
          onChange={setBy}
        />
        {!isNobodys && <CheckField label="Also move their open tasks" checked={moveTasks} onChange={setMoveTasks} />}
        {answer && <Preview {...answer} />}
      </div>
    </Dialog>
  )
}

const sumOf = (people: Answer['people']): Held => {
  const sum = (kind: keyof Held) => people.reduce((all, person) => all + person[kind], 0)
  return { sales: sum('sales'), homes: sum('homes'), withdrawn: sum('withdrawn') }
}

/** "Sales 12 before, 18 after; homes for sale 3 before, 7 after". */
const totalsOf = ({ before, after }: Answer['people'][number]): string =>
  [
    `Sales ${before.sales} before, ${after.sales} after`,
    ...(before.homes + after.homes > 0 ? [`homes for sale ${before.homes} before, ${after.homes} after`] : []),
  ].join('; ')

const Preview = ({ people, left }: Answer) => (
  <div className="bulk-preview" role="status">
    <ul aria-label="Who gets how many">
      {people.map((person) => (
        <li key={person._id}>
          <b>{person.name}</b> {describeHeld(person)} <small>{totalsOf(person)}</small>
        </li>
      ))}
    </ul>
    {[...Map.groupBy(left, ({ why }) => why)].map(([why, those]) => (
      <p key={why}>
        {showCount(those.length, 'sale')} {those.length === 1 ? 'stays' : 'stay'} as {those.length === 1 ? 'it is' : 'they are'}:{' '}
        {why}
      </p>
    ))}
  </div>
)
