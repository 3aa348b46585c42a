import fc from 'fast-check'

/**
 * FAST_CHECK_SEED seeds the property-based tests. `npm test` sets it, so that results are reproducible; other runs use a random
 * seed.
 */
const { FAST_CHECK_SEED } = process.env
if (FAST_CHECK_SEED) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(FAST_CHECK_SEED) })
