import { isLongSuite } from './suite.ts'

/** Runs of property tests; `deep` by `npm run test:all -- --long`. */
export const runs = (usual: number, deep: number): { readonly numRuns: number } => ({
  numRuns: isLongSuite ? deep : usual,
})

/**
 * Of a property that opens a new database each time: over PostgreSQL a tenth of them, since that takes longer than what is
 * done with it; what the engines make different shows soon.
 */
export const runsOfDatabases = (usual: number, deep: number): { readonly numRuns: number } => {
  const { numRuns } = runs(usual, deep)
  return { numRuns: process.env['TEST_ENGINE'] === 'postgres' ? Math.ceil(numRuns / 10) : numRuns }
}
