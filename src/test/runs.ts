/** How often a property is tried: `usual` with every change, `deep` by `npm run test:deep`. */
export const runs = (usual: number, deep: number): { readonly numRuns: number } => ({
  numRuns: process.env['DEEP'] === '1' ? deep : usual,
})
