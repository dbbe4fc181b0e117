import { useRouter, useSearch } from '@tanstack/react-router'
import { readAlertsSearch, type AlertsSearch } from './search.ts'

/** The router also keeps unvalidated parameters. */
export const useAlertsSearch = (): AlertsSearch => readAlertsSearch(useSearch({ from: '/_app/alerts' }))

/** Removes the dialog from the address, so that a reload doesn't reopen it; a save may end after the page was left. */
export const useLeaveDialog = () => {
  const router = useRouter()
  return () => {
    if (router.state.location.pathname === '/alerts')
      void router.navigate({ to: '/alerts', search: {}, replace: true })
  }
}
