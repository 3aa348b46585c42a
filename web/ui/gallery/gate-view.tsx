import { useState } from 'react'
import { Gate } from '../../layouts/gate.tsx'
import { Button } from '../button.tsx'
import { PasswordField } from '../password-field.tsx'

const rule = (password: string): string[] => (password.length < 12 ? ['at least 12 characters'] : [])

export const GateView = () => {
  const [password, setPassword] = useState('Summer-2026')
  const [again, setAgain] = useState('')
  const problems = rule(password)
  return (
    <Gate
      company={{ name: 'Larkmead' }}
      title="Choose a password"
      intro="Your account needs a password of your own."
      onSubmit={() => undefined}
    >
      <PasswordField label="New password" value={password} onChange={setPassword} rule={rule} />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
        error={again && again !== password ? 'Passwords do not match.' : null}
      />
      <Button
        variant="primary"
        size="l"
        type="submit"
        disabledReason={problems.length > 0 || again !== password ? 'The passwords must match and meet the rule' : null}
      >
        Save
      </Button>
    </Gate>
  )
}
