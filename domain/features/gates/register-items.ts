import type { GateItem } from './gates.model.ts'
import type { RegisterItem } from './gates.rules.ts'
import { starterItems } from './starter-items.ts'

/** The first three of the initial items, which the register of customer checks answers while it is used. */
const answers: readonly (readonly [starter: GateItem | undefined, auto: RegisterItem])[] = [
  [starterItems[0], 'vendorChecked'],
  [starterItems[1], 'buyerChecked'],
  [starterItems[2], 'fundsChecked'],
]

/** The source of funds is asked of those buyers whom the register asks, not of cash buyers alone. */
export const withRegister = (items: readonly GateItem[]): GateItem[] =>
  items.map((item) => {
    const auto = answers.find(([starter]) => starter?._id === item._id)?.[1]
    return auto && item.auto === null ? { ...item, auto, evidence: 'none', validDays: null, applies: 'always' } : item
  })

/** They are met by evidence again. */
export const withoutRegister = (items: readonly GateItem[]): GateItem[] =>
  items.map((item) => {
    const starter = answers.find(([, auto]) => auto === item.auto)?.[0]
    if (!starter) return item
    const { auto, evidence, validDays, applies } = starter
    return { ...item, auto, evidence, validDays, applies }
  })
