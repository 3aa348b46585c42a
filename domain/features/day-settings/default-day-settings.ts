/** Settings of a company that has not changed them. [day §2](docs/design/day.md#2). */
export const defaultDaySettings = {
  vendorSilence: 7,
  vendorSilenceForSale: 14,
  buyerSilence: 14,
  updateEvery: 7,
  nextSpoke: 5,
  nextMessage: 1,
  nextEmail: 2,
} as const

export type DaySettingKey = keyof typeof defaultDaySettings
