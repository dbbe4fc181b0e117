/** What a column holds as JSON; null: it cannot be read, or is no such thing. */
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
