import { skipToken } from '@tanstack/react-query'

/** Of what the page has made itself and never asks for. It is kept with the answers, so that it goes when the account or the client does. */
export const MADE_HERE = {
  queryFn: skipToken,
  staleTime: Infinity,
  gcTime: Infinity,
  structuralSharing: false,
} as const
