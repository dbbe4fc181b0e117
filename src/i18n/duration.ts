/** A part of a clock: `07`. */
export const two = (value: number): string => String(value).padStart(2, '0')

/** `m:ss` or `h:mm:ss` of seconds (G7). Null: not a length. */
export const formatDuration = (seconds: number): string | null => {
  if (!Number.isFinite(seconds) || seconds < 0) return null
  const whole = Math.round(seconds)
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}
