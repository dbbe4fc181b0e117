/** Parses a JSON column; null: unreadable. */
export const parsedBy = <T>(
  shape: { safeParse: (value: unknown) => { data?: T } },
  json: string,
): T | null => {
  try {
    return shape.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}
