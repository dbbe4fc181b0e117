/** The most frequent offset, the first on ties; null: none. */
export const usualOffset = (offsets: readonly number[]): number | null =>
  offsets.reduce<{ offset: number | null; times: number }>(
    (usual, offset) => {
      const times = offsets.filter((one) => one === offset).length
      return times > usual.times ? { offset, times } : usual
    },
    { offset: null, times: 0 },
  ).offset
