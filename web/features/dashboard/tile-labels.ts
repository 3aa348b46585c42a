import { definitionOf, type Metric } from '@gya/domain/features/dashboard/metrics.ts'

/** In a tile of Overall its title says what the fees and warnings are of. */
const tileLabels: Partial<Record<Metric, string>> = {
  feesPreForSale: 'Fees',
  warningsPreForSale: 'Warnings',
  instructionsOnMarket: 'On the market',
  feesForSale: 'Fees',
  warningsForSale: 'Warnings',
  feesSold: 'Fees',
  averageAgreedPrice: 'Average price',
  askingPriceAchieved: 'Of asking price',
  salesPipeline: 'Sold STC',
  feesPipeline: 'Fees',
  vendorSolicitor: 'Vendor’s solicitor',
  warningsSold: 'Warnings',
  proceedable: 'Properties',
  feesProceedable: 'Fees',
  notProceedable: 'Properties',
  feesNotProceedable: 'Fees',
  movesWeek: 'Week',
  movesMonth: 'Month',
  awaitingCompletion: 'To complete',
  fallOffs: 'Fall offs',
  feesFallOff: 'Fees',
  warningsProceedable: 'Warnings',
  feesExchanged: 'Fees',
  completedThisWeek: 'This week so far',
  feesCompletedThisWeek: 'Fees, so far',
  completedWeek: 'Week',
  feesCompletedWeek: 'Fees, week',
  completedMonth: 'Month',
  feesCompletedMonth: 'Fees, month',
}

export const tileLabel = (metric: Metric): string => tileLabels[metric] ?? definitionOf(metric).label
