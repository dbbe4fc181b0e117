const missing = new WeakSet<Error>()
export const noteMissingPart = (error: Error): void => void missing.add(error)
export const isMissingPart = (error: unknown): error is Error => error instanceof Error && missing.has(error)
