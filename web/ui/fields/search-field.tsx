import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Icon } from '../icon.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** The keyboard shortcut of a control. */
export const Kbd = ({ children }: { children: string }) => (
  <kbd className="kbd" aria-hidden="true">
    {children}
  </kbd>
)

export type SearchFieldProps = Omit<TextFieldProps, 'type' | 'icon' | 'after' | 'ref' | 'value' | 'onChange'> & {
  value: string
  onChange: (text: string) => void
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Search field of a list. "/" anywhere on the page focuses it, Escape clears it. Not debounced. */
export const SearchField = (props: SearchFieldProps) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const empty = () => {
    props.onChange('')
    input.current?.focus()
  }
  return (
    <TextField
      {...props}
      ref={input}
      type="text"
      inputMode="search"
      icon={IconSearch}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && props.value) {
          event.preventDefault()
          empty()
        }
      }}
      after={
        props.value ? (
          <button type="button" className="in-btn" aria-label="Clear search" onClick={empty}>
            <Icon of={IconX} size={14} />
          </button>
        ) : (
          <Kbd>/</Kbd>
        )
      }
    />
  )
}
