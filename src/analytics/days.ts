import type { Days } from '#/contract/figures/questions.ts'

export const mergedDays = (ranges: readonly Days[]): Days[] => {
  const merged: Days[] = []
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = merged.at(-1)
    if (before === undefined || range.first > before.last + 1) merged.push(range)
    else merged[merged.length - 1] = { first: before.first, last: Math.max(before.last, range.last) }
  }
  return merged
}

export const mayMiss = (unread: readonly Days[], { first, last }: Days): boolean =>
  unread.some((range) => first <= range.last && range.first <= last)
