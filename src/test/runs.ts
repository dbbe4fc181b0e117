/** Once more over PostgreSQL, where opening an empty one takes longer than what is done with it: what the engines make different shows soon. */
const share = process.env['TEST_ENGINE'] === 'postgres' ? 0.1 : 1

/** How often a property is tried: `usual` with every change, `deep` by `npm run test:deep`. */
export const runs = (usual: number, deep: number): { readonly numRuns: number } => ({
  numRuns: Math.ceil((process.env['DEEP'] === '1' ? deep : usual) * share),
})
