import { useNavigate, useSearch } from '@tanstack/react-router'
import { readAlertsSearch, type AlertsSearch } from './search.ts'

/** The router also keeps unvalidated parameters. */
export const useAlertsSearch = (): AlertsSearch => readAlertsSearch(useSearch({ from: '/_app/alerts' }))

/** Removes the dialog from the address, so that a reload doesn't reopen it. */
export const useLeaveDialog = () => {
  const navigate = useNavigate({ from: '/alerts' })
  return () => void navigate({ to: '.', search: {}, replace: true })
}
