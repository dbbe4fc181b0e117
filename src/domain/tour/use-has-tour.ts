import { useSearch } from '@tanstack/react-router'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { presenting } from '#/i18n/presenting.ts'

/**
 * The tour is there for who looks around in the sample: not for the others who look on in presentation mode, nor in a
 * portal, which has none of the frame that it speaks of.
 */
export const useHasTour = (): boolean => {
  const { session } = useSignedIn()
  const isEmbedded = useSearch({ from: '/_app', select: ({ embed }) => embed === '1' })
  return session.sample !== null && presenting === null && !isEmbedded
}
