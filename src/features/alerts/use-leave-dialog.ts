import { useNavigate } from '@tanstack/react-router'

/** The address names the dialog no more: a reload does not open it again. */
export const useLeaveDialog = () => {
  const navigate = useNavigate({ from: '/alerts' })
  return () => void navigate({ to: '.', search: {}, replace: true })
}
