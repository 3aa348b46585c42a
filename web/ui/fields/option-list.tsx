import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Icon } from '../icon.tsx'

/** Values of options. `null` is a value: label it "Any", for example. */
export type Choice = string | number | boolean | null

export type Option<Value extends Choice> = {
  value: Value
  label: string
  /** Muted text after the label: an address, an e-mail. */
  note?: string | undefined
  group?: string | undefined
  disabled?: boolean | undefined
}

/** The option that a key moves to; undefined for other keys. */
export const nextIndex = (key: string, from: number, count: number): number | undefined => {
  if (count === 0) return undefined
  const to = {
    ArrowDown: from + 1,
    ArrowUp: from < 0 ? count - 1 : from - 1,
    Home: 0,
    End: count - 1,
    PageDown: from + 10,
    PageUp: from - 10,
  }[key]
  return to === undefined ? undefined : Math.min(count - 1, Math.max(0, to))
}

/** The next option, from the active one on, whose label starts with the typed text. */
export const findByPrefix = (labels: readonly string[], typed: string, from: number): number => {
  const begins = (label: string) => label.toLowerCase().startsWith(typed.toLowerCase())
  const start = typed.length === 1 ? from + 1 : Math.max(from, 0)
  const turned = labels.map((_, i) => (start + i) % labels.length)
  return turned.find((i) => begins(labels[i] ?? '')) ?? -1
}

export const filterOptions = <Value extends Choice>(
  options: readonly Option<Value>[],
  typed: string,
): readonly Option<Value>[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return options
  return options.filter((option) => words.every((word) => `${option.label} ${option.note ?? ''}`.toLowerCase().includes(word)))
}

type Props<Value extends Choice> = {
  id: string
  label: string
  options: readonly Option<Value>[]
  active: number
  isSelected: (value: Value) => boolean
  onPick: (option: Option<Value>) => void
  onActive: (index: number) => void
  multiple?: boolean
  empty?: string
}

/** List of a select or a combobox. The focus stays in its control, which refers to it with aria-activedescendant. */
export const OptionList = <Value extends Choice>(props: Props<Value>) => {
  const { id, label, options, active, isSelected, onPick, onActive, multiple, empty = 'No results found.' } = props
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <>
      <div ref={list} id={id} role="listbox" aria-label={label} aria-multiselectable={multiple || undefined}>
        {options.map((option, index) => (
          <OptionRow
            key={String(option.value)}
            id={`${id}-${index}`}
            option={option}
            head={option.group !== options[index - 1]?.group ? option.group : undefined}
            active={index === active}
            selected={isSelected(option.value)}
            multiple={multiple}
            onPick={() => onPick(option)}
            onHover={() => onActive(index)}
          />
        ))}
      </div>
      {options.length === 0 && (
        <p className="opt-none" role="status">
          {empty}
        </p>
      )}
    </>
  )
}

type RowProps<Value extends Choice> = {
  id: string
  option: Option<Value>
  head: string | undefined
  active: boolean
  selected: boolean
  multiple: boolean | undefined
  onPick: () => void
  onHover: () => void
}

const OptionRow = <Value extends Choice>({ id, option, head, active, selected, multiple, onPick, onHover }: RowProps<Value>) => (
  <>
    {head && (
      <div className="opt-group" role="presentation">
        {head}
      </div>
    )}
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className="opt"
      aria-selected={selected}
      aria-disabled={option.disabled || undefined}
      data-active={active || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={active ? undefined : onHover}
      onClick={option.disabled ? undefined : onPick}
      onKeyDown={undefined}
    >
      {multiple && (
        <i className="opt-box" aria-hidden="true">
          {selected && <Icon of={IconCheck} size={12} />}
        </i>
      )}
      <span>{option.label}</span>
      {option.note && <small>{option.note}</small>}
      {selected && !multiple && <Icon of={IconCheck} size={14} />}
    </div>
  </>
)
