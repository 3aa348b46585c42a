import fc from 'fast-check'

/**
 * FAST_CHECK_SEED: where the chance of property-based tests begins. `npm test` gives one, so that a tree that has passed
 * passes again; every other run of the tests begins elsewhere and so tries what none has tried.
 */
const { FAST_CHECK_SEED } = process.env
if (FAST_CHECK_SEED) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(FAST_CHECK_SEED) })
