import { passwordHint } from '@gya/domain/common/password.ts'
import { IconCheck, IconEye, IconEyeOff, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { Field, type FieldProps, isOff, useFieldValue } from './field.tsx'

export type PasswordFieldProps = Omit<FieldProps<string>, 'hint'> & {
  /** Returns the problems of a password. Shows the password rule below the field, red or green while typing. */
  rule?: ((password: string) => readonly string[]) | undefined
  autoComplete?: 'new-password' | 'current-password' | undefined
}

const RuleHint = ({ problems, empty }: { problems: readonly string[]; empty: boolean }) => {
  if (empty) return <>{passwordHint}</>
  return (
    <>
      <Icon of={problems.length === 0 ? IconCheck : IconX} size={12} /> {passwordHint}
      <span className="vh">{problems.length === 0 ? '. Met.' : `. Not met yet: ${problems.join(' ')}`}</span>
    </>
  )
}

/** A password with a button that reveals it. */
export const PasswordField = (props: PasswordFieldProps) => {
  const { rule, autoComplete = rule ? 'new-password' : 'current-password' } = props
  const [text, setText] = useFieldValue(props, '')
  const [seen, setSeen] = useState(false)
  const problems = rule?.(text) ?? []
  const off = isOff(props)
  const tone = text === '' ? undefined : problems.length === 0 ? 'met' : 'unmet'
  return (
    <Field
      {...props}
      className={classNames(props.className, rule && tone && `rule-${tone}`)}
      hint={rule && <RuleHint problems={problems} empty={text === ''} />}
    >
      {(control) => (
        <span className={classNames('in', off && 'off', props.error && 'bad')}>
          <input
            {...control}
            type={seen ? 'text' : 'password'}
            name={props.name}
            autoComplete={autoComplete}
            autoCapitalize="off"
            spellCheck={false}
            value={text}
            disabled={off}
            readOnly={props.readOnly}
            onChange={(event) => setText(event.currentTarget.value)}
            onBlur={props.onBlur}
            onFocus={props.onFocus}
          />
          <button
            type="button"
            className="in-btn"
            aria-label={seen ? 'Hide password' : 'Show password'}
            aria-pressed={seen}
            disabled={off}
            onClick={() => setSeen(!seen)}
          >
            <Icon of={seen ? IconEyeOff : IconEye} size={16} />
          </button>
        </span>
      )}
    </Field>
  )
}
