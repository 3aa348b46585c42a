import { isActiveWorker } from '@gya/domain/features/members/member-reach.ts'
import { listBranchMembers } from '@gya/domain/features/members/members.contract.ts'
import type { StepState } from '@gya/domain/features/timeline/timeline.model.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { filterOptions, nextIndex, type Option, OptionList } from '../../ui/fields/option-list.tsx'
import { CellPop } from './cell-editor.tsx'

export type StateChoice = StepState | 'day'

const states: readonly Option<StateChoice>[] = [
  { value: 'C', label: 'Complete today', note: 'C' },
  { value: 'day', label: 'Complete on a day…', note: '0–9' },
  { value: 'IP', label: 'In progress', note: 'I' },
  { value: 'B', label: 'Delayed', note: 'B' },
  { value: 'NA', label: 'Not applicable', note: 'N' },
  { value: 'NS', label: 'Not started', note: 'Del' },
]

type MenuProps<Value extends string | null> = {
  cell: HTMLElement
  label: string
  options: readonly Option<Value>[]
  current: Value | undefined
  searchable: boolean
  onPick: (value: Value) => void
  onClose: (giveFocusBack: boolean) => void
}

/** A list below a cell. The focus is in its search field, which is hidden for a short list. */
function CellList<Value extends string | null>(props: MenuProps<Value>) {
  const { cell, label, options, current, searchable, onPick, onClose } = props
  const [typed, setTyped] = useState('')
  const found = filterOptions(options, typed)
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex(({ value }) => value === current),
    ),
  )
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const keys = (event: KeyboardEvent) => {
    event.stopPropagation()
    const to = nextIndex(event.key, active, found.length)
    const chosen = found[active]
    if (to !== undefined) setActive(to)
    else if ((event.key === 'Enter' || (event.key === ' ' && !searchable)) && chosen) onPick(chosen.value)
    else if (event.key === 'Tab') onClose(true)
    else return
    event.preventDefault()
  }
  const activeId = found[active] ? `${id}-${active}` : undefined
  return (
    <CellPop cell={cell} onClose={onClose}>
      <div className={searchable ? 'pop-search' : 'vh'}>
        <input
          ref={field}
          className="in small"
          role="combobox"
          aria-label={label}
          aria-controls={id}
          aria-expanded="true"
          aria-autocomplete={searchable ? 'list' : 'none'}
          aria-activedescendant={activeId}
          autoComplete="off"
          placeholder={searchable ? 'Search' : undefined}
          readOnly={!searchable}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setActive(0)
          }}
          onKeyDown={keys}
        />
      </div>
      <OptionList
        id={id}
        label={label}
        options={found}
        active={active}
        isSelected={(value) => value === current}
        onPick={({ value }) => onPick(value)}
        onActive={setActive}
      />
    </CellPop>
  )
}

type StateMenuProps = Pick<MenuProps<StateChoice>, 'cell' | 'label' | 'onPick' | 'onClose'> & { state: StepState }

/** "Without `single_keys` Enter opens a menu of the states." A click on the focused cell opens it too. */
export const StateMenu = ({ state, ...props }: StateMenuProps) => (
  <CellList {...props} options={states} current={state} searchable={false} />
)

type ProgressorProps = Pick<MenuProps<string | null>, 'cell' | 'label' | 'onClose'> & {
  branchId: string
  current: string | null
  onPick: (value: string | null, name: string | null) => void
}

/** Active members of the sale's branch, and Nobody. */
export function ProgressorMenu({ branchId, onPick, ...props }: ProgressorProps) {
  const members = useCall(listBranchMembers, { params: { branchId }, query: { itemsPerPage: '100' } })
  const people = (members.data?.data ?? []).filter(isActiveWorker).map(({ _id, fullName }) => ({ value: _id, label: fullName }))
  return (
    <CellList
      {...props}
      options={[...people, { value: null, label: 'Nobody' }]}
      searchable
      onPick={(value) => onPick(value, people.find((one) => one.value === value)?.label ?? null)}
    />
  )
}
