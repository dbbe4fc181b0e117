import { useLocation } from '@tanstack/react-router'

export const useEntryKey = (): string =>
  // oxlint-disable-next-line eslint/no-underscore-dangle -- the router's name for it
  useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
