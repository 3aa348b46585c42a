import type { SenderCheck as Check } from '@gya/domain/features/mail-in/mail-in.model.ts'
import { IconShieldCheck, IconShieldOff, IconShieldQuestion, IconShieldX } from '@tabler/icons-react'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { senderCheckMeanings, senderCheckWords } from './mail-in.messages.ts'

const signs = {
  verified: IconShieldCheck,
  'not-verified': IconShieldQuestion,
  failed: IconShieldX,
  unknown: IconShieldOff,
}

/** "The four words stand beside the sender, with icon and text, never by colour alone." In a list the icon alone is seen. */
export const SenderCheck = ({ of, small = false }: { of: Check; small?: boolean }) => (
  <span className={classNames('sender-check', of)} data-tip={senderCheckMeanings[of]}>
    <Icon of={signs[of]} size={14} />
    <span className={small ? 'vh' : undefined}>{small ? senderCheckMeanings[of] : senderCheckWords[of]}</span>
  </span>
)
