/** Settings of a company that has not changed them. Day design, section 2. */
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
