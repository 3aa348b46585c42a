import { noReportsHere } from '@gya/domain/features/customer-checks/customer-checks.model.ts'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'

type LineProps = Omit<Parameters<typeof TextField>[0], 'hint'>
type TextProps = Omit<Parameters<typeof TextAreaField>[0], 'hint'>

/** "Under every text field of the register stands" the sentence. [sale-file §2.2.6](docs/design/sale-file.md#2.2.6). */
export const RegisterLine = (props: LineProps) => <TextField {...props} hint={noReportsHere} />
export const RegisterText = (props: TextProps) => <TextAreaField {...props} hint={noReportsHere} />
