export interface Waveform {
  readonly seconds: number
  /** One or two voices with `RESOLUTION` values from 0 to 1; two if the channels differ. */
  readonly voices: readonly (readonly number[])[]
}

/** More than bars on a wide screen, so computed once for all widths. */
export const RESOLUTION = 1200

const QUIET_LEVEL = 0.004
/** Channels that differ less are one voice, sent twice. */
const SAME = 0.02

/** Peak of a range, 0 to 1; `to` exclusive. */
const loudest = (samples: Float32Array, from: number, to: number): number => {
  let most = 0
  for (let index = from; index < to; index += 1) {
    const level = Math.abs(samples[index]!)
    if (level > most) most = level
  }
  return most
}

/** Samples between pauses, a few milliseconds on a slow phone. */
const AT_ONCE = 400_000

/**
 * Waveform of decoded audio, computed in slices with `pause` in between.
 * @param channels samples from -1 to 1; only the first two are drawn
 */
export const computeWaveform = async (
  channels: readonly Float32Array[],
  seconds: number,
  pause: () => Promise<void>,
): Promise<Waveform> => {
  const levels: number[][] = []
  let sampled = 0
  for (const samples of channels.slice(0, 2)) {
    const voice: number[] = []
    for (let index = 0; index < RESOLUTION; index += 1) {
      const from = Math.floor((index * samples.length) / RESOLUTION)
      // At least one sample.
      const to = Math.max(from + 1, Math.floor(((index + 1) * samples.length) / RESOLUTION))
      voice.push(loudest(samples, from, Math.min(to, samples.length)))
      sampled += to - from
      if (sampled > AT_ONCE) {
        sampled = 0
        await pause()
      }
    }
    levels.push(voice)
  }
  const most = Math.max(0, ...levels.flat())
  const scaled = levels.map((voice) => voice.map((level) => (most < QUIET_LEVEL ? 0 : level / most)))
  const [first = [], second] = scaled
  const areTwo = second?.some((level, index) => Math.abs(level - first[index]!) > SAME) ?? false
  return { seconds, voices: second && areTwo ? [first, second] : [first] }
}

export const barsOf = (levels: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * levels.length) / count)
    const to = Math.max(from + 1, Math.floor(((index + 1) * levels.length) / count))
    return Math.max(0, ...levels.slice(from, to))
  })
