import { queryOptions } from '@tanstack/react-query'
import type { Scope } from '#/api/client.ts'
import { keyOf } from '#/api/keys.ts'
import { fetchRecording, recordingPath } from '#/api/recordings.ts'
import { computeWaveform, type Waveform } from './waveform.ts'

/** Beyond either a recording is played and not drawn: sound takes many times its file's room once it is decoded. */
const MAX_BYTES = 10 * 1024 * 1024
export const MAX_DRAWN_SECONDS = 3 * 3600

/** Sufficient for display, and the lowest that all browsers support. */
const SAMPLE_RATE = 8000

export type NoWaveform = 'too-large' | 'undecodable'

/** Null as soon as the body exceeds `maxBytes`. */
const readUpTo = async (response: Response, maxBytes: number): Promise<Blob | null> => {
  const reader = response.body!.getReader()
  const stop = () => reader.cancel().catch(() => undefined)
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await stop()
    return null
  }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(chunks)
    chunks.push(value)
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await stop()
      return null
    }
  }
}

const decode = async (file: Blob): Promise<AudioBuffer | null> => {
  try {
    // Needs no audio device or user gesture, and resamples, unlike AudioContext.
    const context = new OfflineAudioContext(1, 1, SAMPLE_RATE)
    return await context.decodeAudioData(await file.arrayBuffer())
  } catch {
    return null
  }
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Decoded waveform. Fetched separately from playback, as the CSP lets elements play only by URL. @throws ApiError */
export const waveformQuery = (scope: Scope, oid: string, callId: number) =>
  queryOptions({
    queryKey: keyOf(scope, 'recording', { oid, callId }),
    queryFn: async ({ signal }): Promise<Waveform | NoWaveform> => {
      const file = await readUpTo(
        await fetchRecording(scope, recordingPath(scope, oid, callId), { signal }),
        MAX_BYTES,
      )
      if (!file) return 'too-large'
      const sound = await decode(file)
      if (!sound) return 'undecodable'
      const channels = Array.from({ length: sound.numberOfChannels }, (_, index) =>
        sound.getChannelData(index),
      )
      return computeWaveform(channels, sound.duration, pause)
    },
    staleTime: Infinity,
    structuralSharing: false,
    // The audio element and the user retry.
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
